import type { figuresOfPeriod, finalDaysOfPeriod } from './period-repository.ts';

type FinalDays = Awaited<ReturnType<typeof finalDaysOfPeriod>>;
type Figures = Awaited<ReturnType<typeof figuresOfPeriod>>;
/** Number of protocols that took this many days. */
type DayCount = { days: number; protocols: number };

const summed = ['meetings', 'due_tasks', 'done_tasks', 'overdue_tasks', 'final_protocols'] as const;

/** Returns the response for a period: a row for each secretary, the sums, and how long protocols took. */
export function periodOf(figures: Figures, finalDays: FinalDays) {
  const rows = figures.map((row) => {
    const own = finalDays.filter(({ owner }) => owner === row.id);
    return { ...row, final_protocols: protocolsOf(own), median_days: medianOf(byDays(own)) };
  });
  const final_days = byDays(finalDays);
  return {
    ...sumsOf(rows, summed),
    median_days: medianOf(final_days),
    undated_protocols: protocolsOf(finalDays.filter(({ days }) => days === null)),
    final_days,
    by_secretary: rows,
  };
}

/** Returns the median of the days; the mean of the two middle values if their number is even. */
export function medianOf(counts: readonly DayCount[]): number | null {
  const total = protocolsOf(counts);
  if (total === 0) return null;
  const daysAt = (place: number) => {
    let left = place;
    for (const { days, protocols } of counts) {
      if (left < protocols) return days;
      left -= protocols;
    }
    return Number.NaN;
  };
  return (daysAt(Math.floor((total - 1) / 2)) + daysAt(Math.floor(total / 2))) / 2;
}

/** Sums up over all secretaries, fewest days first; protocols without a number of days are left out. */
function byDays(finalDays: FinalDays): DayCount[] {
  const sums = new Map<number, number>();
  for (const { days, protocols } of finalDays) if (days !== null) sums.set(days, (sums.get(days) ?? 0) + protocols);
  return [...sums].map(([days, protocols]) => ({ days, protocols })).sort((a, b) => a.days - b.days);
}

const protocolsOf = (counts: readonly { protocols: number }[]) =>
  counts.reduce((total, { protocols }) => total + protocols, 0);

/** The sums of some figures over secretaries. */
export function sumsOf<Name extends string>(rows: readonly Record<Name, number>[], names: readonly Name[]) {
  const sum = (name: Name) => rows.reduce((total, row) => total + row[name], 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as Record<Name, number>;
}
