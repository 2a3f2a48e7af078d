import { StorageAway } from './storage-away.ts';

/** Runs the steps one after the other, even after a failure, and finally rejects with all errors. */
export async function attemptAll(steps: Iterable<() => Promise<void>>): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  throwAll(failures);
}

/** The storage is asked no more after so many items in a row for which it had no answer: each would wait as long. */
const maxSilent = 2;

/**
 * Does the same work for each item that lies in a storage, one after the other, even after a failure; but gives up the
 * round where the storage is silent. It begins anywhere, so that items which always time out do not end each round at
 * the same place. Finally rejects with all errors.
 */
export async function attemptEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  random: () => number = Math.random,
): Promise<void> {
  const first = Math.floor(random() * items.length);
  const failures: unknown[] = [];
  let silent = 0;
  for (const item of [...items.slice(first), ...items.slice(0, first)]) {
    try {
      await work(item);
      silent = 0;
    } catch (error) {
      failures.push(error);
      silent = error instanceof StorageAway && error.isSilent ? silent + 1 : 0;
      if (silent === maxSilent) break;
    }
  }
  throwAll(failures);
}

function throwAll(failures: readonly unknown[]): void {
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'Several steps failed');
}
