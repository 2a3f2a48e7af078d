/** A calendar day, YYYY-MM-DD, without a time or a zone, so that its arithmetic is the same everywhere. */
type Day = string;

const oneDay = 24 * 60 * 60 * 1000;

const toDate = (day: Day) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): Day => date.toISOString().slice(0, 10);

/** Returns the day of these numbers; undefined if it does not exist, such as 31.02. */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  if (year < 1900 || year > 9998) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? toDay(date) : undefined;
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** Returns the day of the week, from 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: Day): number {
  return toDate(day).getUTCDay() || 7;
}

export function daysAfter(day: Day, days: number): Day {
  return toDay(new Date(toDate(day).getTime() + days * oneDay));
}

/** Returns the number of days from one day to another; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((toDate(to).getTime() - toDate(from).getTime()) / oneDay);
}

/** Skips Saturdays and Sundays, but not public holidays, which are set by a yearly decree. */
export function workingDaysAfter(day: Day, days: number): Day {
  let at = day;
  for (let left = days; left > 0; ) {
    at = daysAfter(at, 1);
    if (weekdayOf(at) <= 5) left -= 1;
  }
  return at;
}

/** Returns the same day of a later month, or its last day if the month is shorter. */
export function monthsAfter(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = endOfMonth(year, month + months);
  const wanted = `${last.slice(0, 8)}${String(date).padStart(2, '0')}`;
  return wanted < last ? wanted : last;
}

/** Returns the last day of a month; a month beyond 12 belongs to a following year. */
export function endOfMonth(year: number, month: number): Day {
  return toDay(new Date(Date.UTC(year, month, 0)));
}
