/** The sums of some figures over secretaries. */
export function sumsOf<Name extends string>(rows: readonly Record<Name, number>[], names: readonly Name[]) {
  const sum = (name: Name) => rows.reduce((total, row) => total + row[name], 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as Record<Name, number>;
}
