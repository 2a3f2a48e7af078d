import { dayOf, daysAfter, weekdayOf, yearOf } from '#contract/text/plain-day.ts';

type Day = string;

/** Days moved by decree in a year: weekdays that are off, and Saturdays and Sundays that are worked. */
interface DecreedYear {
  off: readonly string[];
  worked: readonly string[];
}

/**
 * Days moved by decree, MM-DD, in addition to the holidays of the Labour Code.
 * 2025: Government decree of 04.10.2024 № 1335. 2026: Government decree of 24.09.2025 № 1466.
 */
const decreed: Readonly<Record<number, DecreedYear>> = {
  2025: { off: ['05-02', '05-08', '06-13', '11-03', '12-31'], worked: ['11-01'] },
  2026: { off: ['01-09', '03-09', '05-11', '12-31'], worked: [] },
};

/** Holidays by Article 112 of the Labour Code, MM-DD; those in January are not moved if they fall on a weekend. */
const newYear = ['01-01', '01-02', '01-03', '01-04', '01-05', '01-06', '01-07', '01-08'];
const others = ['02-23', '03-08', '05-01', '05-09', '06-12', '11-04'];

/** Upper bound of consecutive days off. */
export const longestBreak = 31;

/** Whether the decree for the year of this day is not known: its days off follow from the Labour Code alone. */
export function isPreliminary(day: Day): boolean {
  return decreed[yearOf(day)] === undefined;
}

/** Whether this day is off by law or decree, whatever its weekday. An ordinary weekend is not a holiday. */
export function isHoliday(day: Day): boolean {
  return holidaysOf(yearOf(day)).has(day.slice(5));
}

/** Whether this is a working day in the Russian production calendar (five-day week). */
export function isWorkingDay(day: Day): boolean {
  if (decreed[yearOf(day)]?.worked.includes(day.slice(5))) return true;
  return weekdayOf(day) <= 5 && !isHoliday(day);
}

/** Returns the nearest working day after or before this one. */
export function workingDayBeside(day: Day, step: 1 | -1): Day {
  let found = daysAfter(day, step);
  for (let left = longestBreak; left > 0 && !isWorkingDay(found); left -= 1) found = daysAfter(found, step);
  return found;
}

const known = new Map<number, ReadonlySet<string>>();

function holidaysOf(year: number): ReadonlySet<string> {
  const found = known.get(year) ?? new Set([...newYear, ...others, ...(decreed[year]?.off ?? movedByLaw(year))]);
  known.set(year, found);
  return found;
}

/** Returns the moved holidays of a year without a decree: a holiday on a weekend moves to the next working day. */
function movedByLaw(year: number): string[] {
  const taken = new Set([...newYear, ...others]);
  const moved: string[] = [];
  for (const holiday of others) {
    let day = dayOf(year, Number(holiday.slice(0, 2)), Number(holiday.slice(3))) ?? '';
    if (weekdayOf(day) <= 5) continue;
    while (weekdayOf(day) > 5 || taken.has(day.slice(5))) day = daysAfter(day, 1);
    taken.add(day.slice(5));
    moved.push(day.slice(5));
  }
  return moved;
}
