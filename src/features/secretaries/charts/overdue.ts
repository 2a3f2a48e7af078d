import { personName } from '#src/data/person/index.ts';
import { figureFormat, type Sheet, shareOf } from '../export/sheet.ts';
import type { FigureAddress } from '../figure-address.ts';
import type { Bar } from './bars.tsx';

/** Task figures of one secretary, or of all together. */
export interface TaskFigures {
  id: string;
  name?: string | null | undefined;
  total: number;
  /** Null where the provider does not tell it. */
  done: number | null;
  overdue: number;
}

const all = 'Все секретари';
const maxBars = 10;
/** Possible values of a full bar, in per cent. */
const scales = [10, 25, 50, 100];

/** Returns the row of all, then a row for each secretary, the greatest share first. */
export function overdueSheet(
  title: string,
  counted: string,
  sum: TaskFigures,
  each: readonly TaskFigures[],
  addressOf: FigureAddress = () => undefined,
): Sheet {
  const linksOf = ({ id }: TaskFigures) => {
    const secretary = id || undefined;
    const [total, done, overdue] = ['due_tasks', 'done_tasks', 'overdue_tasks'].map((key) =>
      addressOf(key, { secretary }),
    );
    // The share is one of the overdue tasks.
    return [undefined, total, done, overdue, overdue];
  };
  const sorted = byShare(each);
  const row = (name: string, { total, done, overdue }: TaskFigures) =>
    [name, total, done, overdue, shareOf(overdue, total)] as const;
  return {
    title,
    heads: ['Секретарь', counted, 'Выполнено', 'Просрочено', 'Доля, %'],
    rows: [row(all, sum), ...sorted.map((figures) => row(personName(figures), figures))],
    links: [sum, ...sorted].map(linksOf),
  };
}

/** Returns the shares as bars: of all secretaries, then of those with the greatest shares. */
export function overdueBars(sum: TaskFigures, each: readonly TaskFigures[]): { bars: Bar[]; most: number } {
  const shown = byShare(each).filter(({ total }) => total > 0);
  const format = figureFormat([sum, ...each].map(({ overdue, total }) => shareOf(overdue, total)));
  const bar = (name: string, { id, total, overdue }: TaskFigures): Bar => {
    const value = shareOf(overdue, total);
    return { key: id, name, value: value ?? 0, text: value === null ? '—' : `${format(value)}\u00A0%` };
  };
  const bars = [
    { ...bar(all, sum), isTotal: true },
    ...shown.slice(0, maxBars).map((figures) => bar(personName(figures), figures)),
  ];
  const greatest = Math.max(...bars.map(({ value }) => value));
  return { bars, most: scales.find((scale) => scale >= greatest) ?? 100 };
}

/** Returns the number of secretaries who have a share but no bar. */
export function withoutBar(each: readonly TaskFigures[]): number {
  return Math.max(0, each.filter(({ total }) => total > 0).length - maxBars);
}

function byShare(each: readonly TaskFigures[]): TaskFigures[] {
  const share = ({ overdue, total }: TaskFigures) => (total > 0 ? overdue / total : -1);
  return [...each].sort((a, b) => share(b) - share(a) || b.total - a.total);
}
