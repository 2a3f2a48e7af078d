import { formatDay, toDayValue } from './dates.ts';

export interface DayRange {
  /** The first and the last day, both included. */
  first: Date;
  last: Date;
}

/** What to ask the server for: a day more at both ends, since its days may begin at another hour than the person's. */
export function askedDays({ first, last }: DayRange): [start: string, end: string] {
  return [toDayValue(plusDays(first, -1)), toDayValue(plusDays(last, 1))];
}

export function weekOf(date: Date): DayRange {
  const monday = plusDays(date, -((date.getDay() + 6) % 7));
  return { first: monday, last: plusDays(monday, 6) };
}

export function monthOf(date: Date): DayRange {
  return {
    first: new Date(date.getFullYear(), date.getMonth(), 1),
    last: new Date(date.getFullYear(), date.getMonth() + 1, 0),
  };
}

/** Every day of a range. */
export function daysOf({ first, last }: DayRange): Date[] {
  const days: Date[] = [];
  for (let day = first; day <= last; day = plusDays(day, 1)) days.push(day);
  return days;
}

export function plusDays(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

/** «16–22 ноября», «30 ноября – 6 декабря», with the years where one is not this one. */
export function rangeWords({ first, last }: DayRange, now = new Date()): string {
  const isOneMonth = first.getMonth() === last.getMonth() && first.getFullYear() === last.getFullYear();
  if (isOneMonth) return `${first.getDate()}\u2013${formatDay(last, now)}`;
  // Two years are both said, this one too.
  const from = last.getFullYear() === first.getFullYear() ? now : first;
  return `${formatDay(first, last)}\u00A0\u2013 ${formatDay(last, from)}`;
}
