import { dayOf, daysAfter, endOfMonth, weekdayOf, yearOf } from '#contract/text/plain-day.ts';
import { areJoined, isDash, isNumber, type Token } from '#contract/text/text-tokens.ts';

/** The result of reading from a token: the day, and the index of the token after it in `next`. */
type Read = { day: string; next: number } | undefined;

/** Reads the day after «до», «к», «срок –». */
export function readDay(tokens: readonly Token[], at: number, from: string): Read {
  return (
    readNumbers(tokens, at, from) ??
    readDayMonth(tokens, at, from) ??
    readWeekday(tokens, at, from) ??
    readEnd(tokens, at, from) ??
    readTomorrow(tokens, at, from, true)
  );
}

/** Skips «17:00», «10 утра», «18 часов», «17.00» and returns the index of the token after it. */
export function skipClock(tokens: readonly Token[], at: number): number | undefined {
  const [hour, sign, minutes] = tokens.slice(at, at + 3);
  if (!hour || !sign || !isNumber(hour, 2)) return undefined;
  const isTime = minutes && /^[0-5]\d$/.test(minutes.text) && areJoined(hour, sign, minutes);
  // «17.10» is a date.
  if (isTime && (sign.key === ':' || (sign.key === '.' && !/^(0[1-9]|1[0-2])$/.test(minutes.text)))) return at + 3;
  if (!/^(час(а|ов)?|ч|утра|вечера)$/.test(sign.key)) return undefined;
  return sign.key === 'ч' && minutes?.key === '.' ? at + 3 : at + 2;
}

/** Words after «10.12» which show that it is an amount, not a date. */
const units =
  /^(%|млн|млрд|тыс|руб\p{L}*|долл\p{L}*|евро|процент\p{L}*|пункт\p{L}*|балл\p{L}*|ставк\p{L}*|ставок|единиц\p{L}*|тонн\p{L}*|метр\p{L}*|литр\p{L}*|км|кг|м|см|мм|т|га|шт|штук|раза?|часа|часов|дней|чел|человек\p{L}*)$/u;

/** Reads «04.12.2026», «4.12.26», «04.12», written without spaces. «1.2» is also an amount, not a date. */
function readNumbers(tokens: readonly Token[], at: number, from: string): Read {
  const [day, dot, month, second, year] = tokens.slice(at, at + 5);
  if (!day || !dot || !month || dot.key !== '.' || !areJoined(day, dot, month)) return undefined;
  if (!isNumber(day, 2) || !isNumber(month, 2)) return undefined;
  const isWhole = second?.key === '.' && year && areJoined(month, second, year) && /^(\d\d|\d{4})$/.test(year.text);
  if (isWhole) {
    const named = Number(year.text) + (year.text.length === 2 ? 2000 : 0);
    return inYear(named, Number(month.text), Number(day.text), skipYearWord(tokens, at + 5));
  }
  if (month.text.length < 2 || units.test(tokens[at + 3]?.key ?? '')) return undefined;
  return inNextYear(from, Number(month.text), Number(day.text), readYearWords(tokens, at + 3, from), at + 3);
}

const monthStems = 'январ феврал март апрел ма июн июл август сентябр октябр ноябр декабр'.split(' ');

/** Returns the number of a month, from 1; 0 for a word that is not a month in the genitive or dative. */
function monthOf(key: string | undefined): number {
  return (
    monthStems.findIndex((stem) => key !== undefined && ['я', 'а', 'ю', 'у'].some((end) => key === stem + end)) + 1
  );
}

/** Reads «4 декабря», «5-го декабря 2026 года», «“05” декабря месяца т. г.». */
function readDayMonth(tokens: readonly Token[], at: number, from: string): Read {
  const isQuoted = /^[«"“„]$/.test(tokens[at]?.key ?? '') && /^[»"”“]$/.test(tokens[at + 2]?.key ?? '');
  const day = tokens[isQuoted ? at + 1 : at];
  if (!day || !isNumber(day, 2)) return undefined;
  let next = isQuoted ? at + 3 : at + 1;
  if (isDash(tokens[next]?.key) && /^(го|е|ое|му)$/.test(tokens[next + 1]?.key ?? '')) next += 2;
  const month = monthOf(tokens[next]?.key);
  if (month === 0) return undefined;
  next += tokens[next + 1]?.key === 'месяца' ? 2 : 1;
  return inNextYear(from, month, Number(day.text), readYear(tokens, next, from), next);
}

type Year = { year: number; next: number } | undefined;

function readYear(tokens: readonly Token[], at: number, from: string): Year {
  const year = tokens[at];
  return year && /^(19|20)\d\d$/.test(year.text)
    ? { year: Number(year.text), next: skipYearWord(tokens, at + 1) }
    : readYearWords(tokens, at, from);
}

/** Reads «текущего года», «т. г.», «с.г.», «следующего года». */
function readYearWords(tokens: readonly Token[], at: number, from: string): Year {
  const [first = '', second, third, fourth] = tokens.slice(at, at + 4).map(({ key }) => key);
  const year = yearOf(from);
  if (second === 'года') {
    if (/^(текущего|этого|сего|нынешнего)$/.test(first)) return { year, next: at + 2 };
    if (/^(следующего|будущего)$/.test(first)) return { year: year + 1, next: at + 2 };
  }
  return /^[тс]$/.test(first) && second === '.' && third === 'г'
    ? { year, next: fourth === '.' ? at + 4 : at + 3 }
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

/**
 * Reads «пятницы»: the first after the meeting; «следующей пятницы», «пятницы следующей недели»: that of the next week.
 */
function readWeekday(tokens: readonly Token[], at: number, from: string): Read {
  const first = tokens[at]?.key ?? '';
  const isNext = /^следующ/.test(first);
  const next = isNext || /^(ближайш|эт[ао])/.test(first) ? at + 1 : at;
  const weekday = weekdays.findIndex((forms) => forms.includes(tokens[next]?.key ?? '')) + 1;
  if (weekday === 0) return undefined;
  // In «до пятницы, 4 декабря» the date takes precedence.
  const dated = tokens[next + 1]?.key === ',' ? next + 2 : next + 1;
  const date = readNumbers(tokens, dated, from) ?? readDayMonth(tokens, dated, from);
  if (date) return date;
  const ahead = weekday - weekdayOf(from);
  if (tokens[next + 2]?.key === 'недели') {
    const week = tokens[next + 1]?.key ?? '';
    if (/^(следующей|будущей)$/.test(week)) return { day: daysAfter(from, ahead + 7), next: next + 3 };
    if (/^(этой|текущей)$/.test(week) && ahead >= 0) return { day: daysAfter(from, ahead), next: next + 3 };
  }
  return { day: daysAfter(from, isNext ? ahead + 7 : ahead > 0 ? ahead : ahead + 7), next: next + 1 };
}

/** Reads «конца недели», «конца следующего месяца», «конца ноября 2026 года», «конца 2026 года». */
function readEnd(tokens: readonly Token[], at: number, from: string): Read {
  if (!['конца', 'концу', 'окончания', 'окончанию'].includes(tokens[at]?.key ?? '')) return undefined;
  let next = at + 1;
  const named = readYear(tokens, next, from);
  if (named) return { day: endOfMonth(named.year, 12), next: named.next };
  const isNext = /^следующ/.test(tokens[next]?.key ?? '');
  if (isNext || /^(текущ|эт[ао]|нынешн|ближайш)/.test(tokens[next]?.key ?? '')) next += 1;
  const month = monthOf(tokens[next]?.key);
  if (month > 0) {
    next += tokens[next + 1]?.key === 'месяца' ? 2 : 1;
    const year = readYear(tokens, next, from);
    const first = endOfMonth(yearOf(from), month);
    const day = year ? endOfMonth(year.year, month) : first < from ? endOfMonth(yearOf(from) + 1, month) : first;
    return { day, next: year?.next ?? next };
  }
  const day = endOf(tokens[next]?.key, isNext ? 1 : 0, from);
  return day ? { day, next: next + 1 } : undefined;
}

/** Returns the end of a period. A week ends on Friday or, on a weekend, on Sunday. */
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

/**
 * Reads «завтра», «до завтрашнего дня». «Сегодня» is a deadline only after a preposition: not «сегодня рассмотрели…».
 */
export function readTomorrow(tokens: readonly Token[], at: number, from: string, isAsked = false): Read {
  const key = tokens[at]?.key ?? '';
  const days = soon.indexOf(key);
  // Not a deadline: «начать с завтра», «план на завтра».
  const isTold = !isAsked && /^(с|со|на|за|по|про|от)$/.test(tokens[at - 1]?.key ?? '');
  if (!isTold && (days > 0 || (days === 0 && isAsked))) return { day: daysAfter(from, days), next: at + 1 };
  const day = { сегодняшнего: 0, завтрашнего: 1, сегодняшнему: 0, завтрашнему: 1 }[key];
  if (day === undefined || !/^дн/.test(tokens[at + 1]?.key ?? '')) return undefined;
  return { day: daysAfter(from, day), next: at + 2 };
}

function inYear(year: number, month: number, day: number, next: number): Read {
  const named = dayOf(year, month, day);
  return named ? { day: named, next } : undefined;
}

/** Returns the day in the named year; without one, its first occurrence that is not before the day of the meeting. */
function inNextYear(from: string, month: number, day: number, named: Year, next: number): Read {
  if (named) return inYear(named.year, month, day, named.next);
  const first = dayOf(yearOf(from), month, day);
  return first && first >= from ? { day: first, next } : inYear(yearOf(from) + 1, month, day, next);
}
