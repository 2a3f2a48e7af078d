const summed = ['meetings', 'protocols', 'final_protocols', 'tasks', 'done_tasks', 'overdue_tasks'] as const;
type Figures = Record<(typeof summed)[number], number>;

/** The sums over secretaries, of the figures that were read at one moment. */
export function totalsOf(rows: readonly Figures[]): Figures & { secretaries: number } {
  const sum = (name: keyof Figures) => rows.reduce((total, row) => total + row[name], 0);
  const entries = summed.map((name) => [name, sum(name)]);
  return { secretaries: rows.length, ...(Object.fromEntries(entries) as Figures) };
}
