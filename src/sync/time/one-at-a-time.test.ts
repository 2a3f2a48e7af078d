import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('runs follow each other, and callers before a run begins share it', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const ask = oneAtATime(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const first = ask();
  await Promise.resolve();
  const [second, third] = [ask(), ask()];
  expect(third).toBe(second);
  await Promise.resolve();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  await expect.poll(() => runs.length).toBe(2);
  // The third has begun: later calls belong to the next run.
  const fourth = ask();
  expect(fourth).not.toBe(second);
  runs[1]?.resolve();
  await second;
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.resolve();
  await fourth;
});
