import { Temporal } from 'temporal-polyfill';

/** Date and time of day in the organization's time zone. Days are YYYY-MM-DD. */
export type OfficeClock = {
  day: string;
  hour: number;
  /** 1 is Monday. */
  weekday: number;
};

export function officeClock(now: Date, zone: string): OfficeClock {
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  return { day: at.toPlainDate().toString(), hour: at.hour, weekday: at.dayOfWeek };
}

/** Returns the week before that of a day: its Monday and Sunday, and the instants at which it begins and ends. */
export function weekBefore(day: string, zone: string): { monday: string; sunday: string; from: Date; to: Date } {
  const today = Temporal.PlainDate.from(day);
  const end = today.subtract({ days: today.dayOfWeek - 1 });
  const start = end.subtract({ days: 7 });
  const instant = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(zone).epochMilliseconds);
  return {
    monday: start.toString(),
    sunday: end.subtract({ days: 1 }).toString(),
    from: instant(start),
    to: instant(end),
  };
}

/** Returns the instant at which the day `days` days after `day` begins. */
export function startAfter(day: string, days: number, zone: string): Date {
  return new Date(Temporal.PlainDate.from(day).add({ days }).toZonedDateTime(zone).epochMilliseconds);
}
