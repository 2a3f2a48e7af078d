import type * as z from 'zod/mini';
import type { meetingsOfDay } from '#contract/statistics.ts';
import { readDate, toDayValue } from '#src/lib/dates.ts';
import { type DayRange, daysOf } from '#src/lib/day-range.ts';
import type { Sheet } from '../export/sheet.ts';
import type { Bar } from './bars.tsx';

type DayCount = z.infer<typeof meetingsOfDay>;
const averages = new Intl.NumberFormat('ru', { maximumFractionDigits: 2 });
const weekdays = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'] as const;
const short = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'] as const;

interface WeekdayLoad {
  /** From Monday, 0. */
  weekday: number;
  meetings: number;
  /** How many such days the period has. */
  days: number;
  /** Meetings on one of them, to two places. */
  average: number;
}

/** How many meetings each day of the week has; what lies outside of the period is no part of it. */
export function weekdayLoad(rows: readonly DayCount[], range: DayRange): WeekdayLoad[] {
  const place = (day: Date) => (day.getDay() + 6) % 7;
  const days = daysOf(range);
  const [first, last] = [toDayValue(range.first), toDayValue(range.last)];
  const counted = rows.flatMap(({ date, count }) => {
    const day = readDate(date);
    return day && toDayValue(day) >= first && toDayValue(day) <= last ? [{ weekday: place(day), count }] : [];
  });
  return weekdays.map((_, weekday) => {
    const there = days.filter((day) => place(day) === weekday).length;
    const meetings = counted.reduce((sum, row) => (row.weekday === weekday ? sum + row.count : sum), 0);
    return { weekday, meetings, days: there, average: there > 0 ? Math.round((meetings / there) * 100) / 100 : 0 };
  });
}

export function weekdaySheet(load: readonly WeekdayLoad[]): Sheet {
  return {
    title: 'Загрузка по дням недели',
    heads: ['День недели', 'Встреч', 'Таких дней', 'В среднем за день'],
    rows: load.map(({ weekday, meetings, days, average }) => [weekdays[weekday] ?? '', meetings, days, average]),
  };
}

export function weekdayBars(load: readonly WeekdayLoad[]): Bar[] {
  return load.map(({ weekday, average }) => ({
    key: String(weekday),
    name: short[weekday] ?? '',
    value: average,
    text: averages.format(average),
  }));
}

/** «в среду», of the day that has the most; undefined without meetings. */
export function busiest(load: readonly WeekdayLoad[]): string | undefined {
  const most = load.reduce((best, each) => (each.average > best.average ? each : best));
  return most.average > 0 ? onWeekday[most.weekday] : undefined;
}

const onWeekday = [
  'в понедельник',
  'во вторник',
  'в среду',
  'в четверг',
  'в пятницу',
  'в субботу',
  'в воскресенье',
] as const;
