import type * as z from 'zod/mini';
import type { meetingsOfDay } from '#contract/statistics/statistics.ts';
import { type DayRange, daysOf, readDate, toDayValue } from '#src/format/index.ts';
import { figureFormat, type Sheet } from '../export/sheet.ts';
import type { FigureAddress } from '../figure-address.ts';
import type { Bar } from './bars.tsx';

type DayCount = z.infer<typeof meetingsOfDay>;
const weekdays = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'] as const;
const short = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'] as const;

interface WeekdayLoad {
  /** 0 is Monday. */
  weekday: number;
  meetings: number;
  /** Number of such weekdays in the period. */
  days: number;
  /** Meetings per such weekday, rounded to two decimals. */
  average: number;
}

/** Returns the number of meetings per weekday, without days outside the period. */
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

export function weekdaySheet(load: readonly WeekdayLoad[], addressOf: FigureAddress = () => undefined): Sheet {
  return {
    title: 'Загрузка по дням недели',
    heads: ['День недели', 'Встреч', 'Таких дней', 'В среднем за день'],
    rows: load.map(({ weekday, meetings, days, average }) => [weekdays[weekday] ?? '', meetings, days, average]),
    links: load.map(({ weekday }) => {
      const to = addressOf('meetings', { weekday: weekday + 1 });
      return [undefined, to, undefined, to];
    }),
  };
}

export function weekdayBars(load: readonly WeekdayLoad[]): Bar[] {
  const format = figureFormat(load.map(({ average }) => average));
  return load.map(({ weekday, average }) => ({
    key: String(weekday),
    name: short[weekday] ?? '',
    value: average,
    text: format(average),
  }));
}

/** Returns the busiest weekdays, «в среду», «во вторник и пятницу»; undefined for none or more than three. */
export function busiest(load: readonly WeekdayLoad[]): string | undefined {
  const most = Math.max(...load.map(({ average }) => average));
  const days = load.filter(({ average }) => average === most).map(({ weekday }) => onWeekday[weekday] ?? '');
  if (most === 0 || days.length > 3) return undefined;
  return `${days[0] === 'вторник' ? 'во' : 'в'} ${list.format(days)}`;
}

const list = new Intl.ListFormat('ru');
const onWeekday = ['понедельник', 'вторник', 'среду', 'четверг', 'пятницу', 'субботу', 'воскресенье'] as const;
