import { daysAfter, monthsAfter, workingDaysAfter, yearOf } from '#contract/text/plain-day.ts';
import { isNumber, type Token } from '#contract/text/text-tokens.ts';

/** The result of reading from a token: the day, and the index of the token after it in `next`. */
type Read = { day: string; next: number } | undefined;

/** Reads «через 10 дней», «в течение трёх рабочих дней», «в двухнедельный срок», counted from the meeting. */
export function readSpan(tokens: readonly Token[], at: number, from: string): Read {
  const read = readLength(tokens, at, from);
  // «В течение 10 дней после подписания»: the day is not known yet.
  return read && isFromElsewhere(tokens, read.next) ? undefined : read;
}

/**
 * Whether the span has another starting point: «после подписания», «со дня утверждения», «с даты его получения», «от 1
 * декабря», «по окончании»; not «с учётом».
 */
function isFromElsewhere(tokens: readonly Token[], at: number): boolean {
  const key = tokens[at]?.key ?? '';
  const next = /^(его|ее|их)$/.test(tokens[at + 1]?.key ?? '') ? at + 2 : at + 1;
  const word = tokens[next]?.key ?? '';
  if (key === 'с' || key === 'со') return /[иыя]$|^(дня|даты|момента|начала|конца|часа|\d+)$/.test(word);
  return /^(после|от|спустя|считая|начиная)$/.test(key) || (key === 'по' && /ии$/.test(word));
}

function readLength(tokens: readonly Token[], at: number, from: string): Read {
  const key = tokens[at]?.key;
  // «Поливать через день» is said of every other day.
  if (key === 'через' && (tokens[at + 1]?.key !== 'день' || tokens[at - 1]?.key === 'чем'))
    return readAmount(tokens, at + 1, from);
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

/** Reads «10 дней», «трёх (3) рабочих дней», «неделю», «месяца». */
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

/** Returns the day that «недельный», «двухнедельный», «трёхдневный», «месячный» mean, counted from the meeting. */
function spanOfAdjective(key: string, from: string): string | undefined {
  const [, head = '', unit] = /^(\p{L}*?)-?(дневный|недельный|месячный)$/u.exec(key) ?? [];
  if (!unit) return undefined;
  const amount = head === '' ? (unit === 'дневный' ? undefined : 1) : numberOf(head === 'дву' ? 'двух' : head);
  if (amount === undefined) return undefined;
  if (unit === 'месячный') return monthsAfter(from, amount);
  return daysAfter(from, amount * (unit === 'недельный' ? 7 : 1));
}
