/** The offset of the demo's office, in Moscow. */
const offset = '+03:00';
const dayMs = 24 * 60 * 60 * 1000;

const holidays = ['02-23', '03-08', '05-01', '05-09', '06-12', '11-04'];

/** A calendar day as its noon in UTC, so that no arithmetic ever leaves it. */
export type Day = Date;

/** Today in Moscow. */
export function today(now: Date): Day {
  const local = new Date(now.getTime() + 3 * 60 * 60 * 1000);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), 12));
}

/** The nth working day after `day` (before it for a negative n); for 0 the day itself, or the working day after it. */
export function workday(day: Day, n: number): Day {
  const step = n < 0 ? -1 : 1;
  let at = day;
  while (n >= 0 && !isWorkday(at)) at = new Date(at.getTime() + dayMs);
  for (let left = Math.abs(n); left > 0; left -= 1) {
    do at = new Date(at.getTime() + step * dayMs);
    while (!isWorkday(at));
  }
  return at;
}

/**
 * Returns the Monday of the week that is `weeks` after that of `day`; instead of a holiday, the working day before it
 * if it is in the past, otherwise the one after it.
 */
export function monday(day: Day, weeks: number): Day {
  const back = (day.getUTCDay() + 6) % 7;
  const exact = new Date(day.getTime() + (weeks * 7 - back) * dayMs);
  return isWorkday(exact) ? exact : workday(exact, weeks < 0 ? -1 : 0);
}

/** «2026-11-20T10:00:00+03:00». */
export function at(day: Day, time: string): string {
  return `${isoDay(day)}T${time}:00${offset}`;
}

/** Returns the moment `minutes` later, in the same offset. */
export function later(iso: string, minutes: number): string {
  const local = new Date(new Date(`${iso.slice(0, 19)}Z`).getTime() + minutes * 60_000);
  return local.toISOString().slice(0, 19) + offset;
}

export function isoDay(day: Day): string {
  return day.toISOString().slice(0, 10);
}

function isWorkday(day: Day): boolean {
  const [month = '', date = ''] = isoDay(day).slice(5).split('-');
  const isNewYear = month === '01' && Number(date) <= 8;
  return day.getUTCDay() % 6 !== 0 && !isNewYear && !holidays.includes(`${month}-${date}`);
}

const months = [
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
];
const quarters = ['I', 'II', 'III', 'IV'];

/** Fills {месяц}, {квартал}, {следующий квартал} and {год} of a text by the day it is about. */
export function dated(text: string, iso: string): string {
  const year = Number(iso.slice(0, 4));
  const month = Number(iso.slice(5, 7)) - 1;
  const quarter = Math.floor(month / 3);
  const next = quarter === 3 ? `I квартал ${year + 1} года` : `${quarters[quarter + 1]} квартал ${year} года`;
  return text
    .replaceAll('{месяц}', months[month] ?? '')
    .replaceAll('{квартал}', `${quarters[quarter]} квартал`)
    .replaceAll('{следующий квартал}', next)
    .replaceAll('{год}', String(year));
}
