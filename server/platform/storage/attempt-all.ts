/** Runs the steps one after the other, even after a failure, and finally rejects with all errors. */
export async function attemptAll(steps: Iterable<() => Promise<void>>): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'Several steps failed');
}
