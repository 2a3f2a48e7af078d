/** Does one after the other, also after one has failed. Rejects in the end with whatever failed. */
export async function attemptAll(steps: Iterable<() => Promise<void>>): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'Several steps failed');
}
