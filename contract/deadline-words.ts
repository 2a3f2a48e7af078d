import { dayOf, daysAfter, endOfMonth, monthsAfter, weekdayOf, workingDaysAfter, yearOf } from './plain-day.ts';
import { isDash, type Span, type Token, tokensOf } from './text-tokens.ts';

/** A deadline as a text words it: its day, YYYY-MM-DD, and the part of the text that says so. */
export interface WordedDeadline extends Span {
  day: string;
  /** Where the day itself begins, behind «до» and «срок –». */
  dayAt: number;
}

/** What was read from a place in the text on: `next` is the token after it. */
type Read = { day: string; next: number } | undefined;

/**
 * The deadlines that a text names in the written and spoken forms of Russian offices: «до 04.12.2026», «не позднее
 * 5 декабря», «до конца квартала», «через две недели», «в недельный срок». A day without a preposition is no deadline.
 * @param from the day of the meeting, YYYY-MM-DD, from which «завтра» and days without a year are counted
 */
export function deadlinesIn(text: string, from: string, tokens: readonly Token[] = tokensOf(text)): WordedDeadline[] {
  const found: WordedDeadline[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = readDeadline(tokens, at, from);
    if (read) {
      const [start = 0, dayAt = 0] = [tokens[at]?.start, tokens[skipUntil(tokens, at) ?? at]?.start];
      found.push({ day: read.day, start, dayAt, end: tokens[read.next - 1]?.end ?? 0 });
      at = read.next;
    } else at += 1;
  }
  return found;
}

function readDeadline(tokens: readonly Token[], at: number, from: string): Read {
  const until = skipUntil(tokens, at);
  if (until !== undefined) return withTail(tokens, readDay(tokens, until, from) ?? readSpan(tokens, until, from));
  return readTomorrow(tokens, at, from) ?? readSpan(tokens, at, from);
}

/** «до», «к», «не позднее», «срок исполнения – до»: the token after it; undefined where there is none. */
function skipUntil(tokens: readonly Token[], at: number): number | undefined {
  const label = skipLabel(tokens, at);
  const start = label ?? at;
  const key = tokens[start]?.key;
  if (key === 'до' || key === 'к' || key === 'ко') return start + 1;
  const isNotLater = key === 'не' && ['позднее', 'позже'].includes(tokens[start + 1]?.key ?? '');
  if (!isNotLater) return label;
  return tokens[start + 2]?.key === 'чем' ? start + 3 : start + 2;
}

/** «срок», «в срок», «со сроком исполнения:», «срок –». */
function skipLabel(tokens: readonly Token[], at: number): number | undefined {
  let next = at;
  if (['в', 'со', 'крайний', 'контрольный'].includes(tokens[next]?.key ?? '')) next += 1;
  if (!['срок', 'сроком', 'сроки'].includes(tokens[next]?.key ?? '')) return undefined;
  next += 1;
  if (/^(исполнени|выполнени|реализаци|представлени|подготовк|сдач)/.test(tokens[next]?.key ?? '')) next += 1;
  if (tokens[next]?.key === ':' || isDash(tokens[next]?.key)) next += 1;
  return next;
}

/** «года», «г.», «включительно» after a day belong to it. */
function withTail(tokens: readonly Token[], read: Read): Read {
  if (!read) return undefined;
  const next = tokens[read.next]?.key === 'включительно' ? read.next + 1 : read.next;
  return { ...read, next };
}

function readDay(tokens: readonly Token[], at: number, from: string): Read {
  return (
    readNumbers(tokens, at, from) ??
    readDayMonth(tokens, at, from) ??
    readWeekday(tokens, at, from) ??
    readEnd(tokens, at, from) ??
    readTomorrow(tokens, at, from)
  );
}

/** What after «10.12» tells that it is an amount. */
const units = /^(%|млн|млрд|тыс|руб|рубл|процент|км|кг|м|см|мм|т|га|шт|штук|раз|раза|часов|часа|дней|человек)/;

/** «04.12.2026», «4.12.26», «04.12»: written without spaces. */
function readNumbers(tokens: readonly Token[], at: number, from: string): Read {
  const [day, dot, month, second, year] = tokens.slice(at, at + 5);
  if (!day || !dot || !month || dot.key !== '.' || !areJoined(day, dot, month)) return undefined;
  if (!isNumber(day, 2) || !isNumber(month, 2)) return undefined;
  const isWhole = second?.key === '.' && year && areJoined(month, second, year) && /^(\d\d|\d{4})$/.test(year.text);
  if (isWhole) {
    const named = Number(year.text) + (year.text.length === 2 ? 2000 : 0);
    return inYear(named, Number(month.text), Number(day.text), skipYearWord(tokens, at + 5));
  }
  if (units.test(tokens[at + 3]?.key ?? '')) return undefined;
  return inNextYear(from, Number(month.text), Number(day.text), at + 3);
}

const monthStems = 'январ феврал март апрел ма июн июл август сентябр октябр ноябр декабр'.split(' ');

/** From 1; 0 for a word that is no month in the genitive or dative. */
function monthOf(key: string | undefined): number {
  return (
    monthStems.findIndex((stem) => key !== undefined && ['я', 'а', 'ю', 'у'].some((end) => key === stem + end)) + 1
  );
}

/** «4 декабря», «5-го декабря 2026 года». */
function readDayMonth(tokens: readonly Token[], at: number, from: string): Read {
  const day = tokens[at];
  if (!day || !isNumber(day, 2)) return undefined;
  let next = at + 1;
  if (isDash(tokens[next]?.key) && /^(го|е|ое|му)$/.test(tokens[next + 1]?.key ?? '')) next += 2;
  const month = monthOf(tokens[next]?.key);
  if (month === 0) return undefined;
  const year = readYear(tokens, next + 1);
  if (year) return inYear(year.year, month, Number(day.text), year.next);
  return inNextYear(from, month, Number(day.text), next + 1);
}

function readYear(tokens: readonly Token[], at: number): { year: number; next: number } | undefined {
  const year = tokens[at];
  return year && /^(19|20)\d\d$/.test(year.text)
    ? { year: Number(year.text), next: skipYearWord(tokens, at + 1) }
    : undefined;
}

function skipYearWord(tokens: readonly Token[], at: number): number {
  const key = tokens[at]?.key;
  if (key === 'года' || key === 'году') return at + 1;
  if (key !== 'г') return at;
  return tokens[at + 1]?.key === '.' ? at + 2 : at + 1;
}

const weekdays = [
  ['понедельника', 'понедельнику'],
  ['вторника', 'вторнику'],
  ['среды', 'среде'],
  ['четверга', 'четвергу'],
  ['пятницы', 'пятнице'],
  ['субботы', 'субботе'],
  ['воскресенья', 'воскресенью'],
];

/** «пятницы»: the first one after the meeting; «следующей пятницы»: that of the next week. */
function readWeekday(tokens: readonly Token[], at: number, from: string): Read {
  const first = tokens[at]?.key ?? '';
  const isNext = /^следующ/.test(first);
  const next = isNext || /^(ближайш|эт[ао])/.test(first) ? at + 1 : at;
  const weekday = weekdays.findIndex((forms) => forms.includes(tokens[next]?.key ?? '')) + 1;
  if (weekday === 0) return undefined;
  // «до пятницы, 4 декабря»: the date counts.
  const dated = tokens[next + 1]?.key === ',' ? next + 2 : next + 1;
  const date = readNumbers(tokens, dated, from) ?? readDayMonth(tokens, dated, from);
  if (date) return date;
  const ahead = weekday - weekdayOf(from);
  return { day: daysAfter(from, isNext ? ahead + 7 : ahead > 0 ? ahead : ahead + 7), next: next + 1 };
}

/** «конца недели», «конца следующего месяца», «конца ноября 2026 года». */
function readEnd(tokens: readonly Token[], at: number, from: string): Read {
  if (!['конца', 'концу', 'окончания', 'окончанию'].includes(tokens[at]?.key ?? '')) return undefined;
  let next = at + 1;
  const isNext = /^следующ/.test(tokens[next]?.key ?? '');
  if (isNext || /^(текущ|эт[ао]|нынешн|ближайш)/.test(tokens[next]?.key ?? '')) next += 1;
  const month = monthOf(tokens[next]?.key);
  if (month > 0) {
    const year = readYear(tokens, next + 1);
    const first = endOfMonth(yearOf(from), month);
    const day = year ? endOfMonth(year.year, month) : first < from ? endOfMonth(yearOf(from) + 1, month) : first;
    return { day, next: year?.next ?? next + 1 };
  }
  const day = endOf(tokens[next]?.key, isNext ? 1 : 0, from);
  return day ? { day, next: next + 1 } : undefined;
}

/** A working week ends on Friday; one whose Friday is over, on Sunday. */
function endOf(period: string | undefined, ahead: number, from: string): string | undefined {
  const [year, month] = [yearOf(from), Number(from.slice(5, 7))];
  if (period === 'дня') return daysAfter(from, ahead);
  if (period === 'недели') {
    const weekday = weekdayOf(from);
    return daysAfter(from, (ahead > 0 || weekday <= 5 ? 5 : 7) - weekday + ahead * 7);
  }
  if (period === 'месяца') return endOfMonth(year, month + ahead);
  if (period === 'квартала') return endOfMonth(year, Math.ceil(month / 3) * 3 + ahead * 3);
  if (period === 'полугодия') return endOfMonth(year, Math.ceil(month / 6) * 6 + ahead * 6);
  if (period === 'года') return endOfMonth(year + ahead, 12);
  return undefined;
}

const soon = ['сегодня', 'завтра', 'послезавтра'];

/** «завтра», «до завтрашнего дня»; «сегодня» is a deadline after a preposition alone: «сегодня рассмотрели…». */
function readTomorrow(tokens: readonly Token[], at: number, from: string): Read {
  const key = tokens[at]?.key ?? '';
  const days = soon.indexOf(key);
  const isAsked = skipUntil(tokens, at - 1) === at;
  if (days > 0 || (days === 0 && isAsked)) return { day: daysAfter(from, days), next: at + 1 };
  const day = { сегодняшнего: 0, завтрашнего: 1, сегодняшнему: 0, завтрашнему: 1 }[key];
  if (day === undefined || !/^дн/.test(tokens[at + 1]?.key ?? '')) return undefined;
  return { day: daysAfter(from, day), next: at + 2 };
}

/** «через 10 дней», «в течение трёх рабочих дней», «в двухнедельный срок». */
function readSpan(tokens: readonly Token[], at: number, from: string): Read {
  const key = tokens[at]?.key;
  if (key === 'через') return readAmount(tokens, at + 1, from);
  if (key === 'в' && tokens[at + 1]?.key === 'течение') return readAmount(tokens, at + 2, from);
  if (key !== 'в' || tokens[at + 2]?.key !== 'срок') return undefined;
  const day = spanOfAdjective(tokens[at + 1]?.key ?? '', from);
  return day ? { day, next: at + 3 } : undefined;
}

const numberWords: [RegExp, number][] = [
  [/^од(ин|ного|ну|ной|на)$/, 1],
  [/^(два|две|двух)$/, 2],
  [/^тр(и|ех)$/, 3],
  [/^четыр(е|ех)$/, 4],
  [/^пят(ь|и)$/, 5],
  [/^шест(ь|и)$/, 6],
  [/^сем(ь|и)$/, 7],
  [/^вос(емь|ьми)$/, 8],
  [/^девят(ь|и)$/, 9],
  [/^десят(ь|и)$/, 10],
  [/^четырнадцат(ь|и)$/, 14],
  [/^пятнадцат(ь|и)$/, 15],
  [/^двадцат(ь|и)$/, 20],
  [/^тридцат(ь|и)$/, 30],
];

const numberOf = (key: string) => numberWords.find(([form]) => form.test(key))?.[1];

/** «10 дней», «трёх (3) рабочих дней», «неделю», «месяца». */
function readAmount(tokens: readonly Token[], at: number, from: string): Read {
  let next = at;
  let amount = 1;
  const token = tokens[next];
  const count = token && (isNumber(token, 3) ? Number(token.text) : numberOf(token.key));
  if (count !== undefined) {
    amount = count;
    next += 1;
    const inBrackets = tokens[next]?.key === '(' && tokens[next + 2]?.key === ')' && tokens[next + 1];
    if (inBrackets && /^(\d+|\p{L}+)$/u.test(inBrackets.key)) next += 3;
  }
  if (tokens[next]?.key === 'календарных') next += 1;
  const isWorking = /^рабоч/.test(tokens[next]?.key ?? '');
  if (isWorking) next += 1;
  const unit = tokens[next]?.key ?? '';
  const day = /^(день|дня|дней)$/.test(unit)
    ? (isWorking ? workingDaysAfter : daysAfter)(from, amount)
    : /^недел[юиь]$/.test(unit)
      ? daysAfter(from, amount * 7)
      : /^месяц(а|ев)?$/.test(unit)
        ? monthsAfter(from, amount)
        : /^(год|года|лет)$/.test(unit)
          ? monthsAfter(from, amount * 12)
          : undefined;
  return day && yearOf(day) < 9999 ? { day, next: next + 1 } : undefined;
}

/** «недельный», «двухнедельный», «трёхдневный», «месячный»: how long after the meeting. */
function spanOfAdjective(key: string, from: string): string | undefined {
  const [, head = '', unit] = /^(\p{L}*?)-?(дневный|недельный|месячный)$/u.exec(key) ?? [];
  if (!unit) return undefined;
  const amount = head === '' ? (unit === 'дневный' ? undefined : 1) : numberOf(head === 'дву' ? 'двух' : head);
  if (amount === undefined) return undefined;
  if (unit === 'месячный') return monthsAfter(from, amount);
  return daysAfter(from, amount * (unit === 'недельный' ? 7 : 1));
}

function areJoined(...tokens: Token[]): boolean {
  return tokens.every((token, index) => index === 0 || tokens[index - 1]?.end === token.start);
}

function isNumber({ text }: Token, most: number): boolean {
  return text.length <= most && /^\d+$/.test(text);
}

function inYear(year: number, month: number, day: number, next: number): Read {
  const named = dayOf(year, month, day);
  return named ? { day: named, next } : undefined;
}

/** Without a year it is the first such day that is not over on the day of the meeting. */
function inNextYear(from: string, month: number, day: number, next: number): Read {
  const first = dayOf(yearOf(from), month, day);
  return first && first >= from ? { day: first, next } : inYear(yearOf(from) + 1, month, day, next);
}
