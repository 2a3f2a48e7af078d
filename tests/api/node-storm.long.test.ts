import { expect, test } from 'vitest';
import { runStorm } from '#tests/faults/nodes/storm.ts';

test('killed servers, one of them losing its disk, neither lose nor duplicate what they acknowledged', {
  timeout: 180_000,
}, async () => {
  const options = { seconds: 7, nodes: 2, people: 2, seed: 3, leastFaults: 2, say: () => undefined };
  const { counts, faults, lost, attempts } = await runStorm(options);
  expect(lost).toEqual([]);
  expect([faults.killed, faults.wiped].map((times) => times > 0)).toEqual([true, true]);
  for (const what of ['protocols', 'tasks', 'videos'] as const) expect(counts[what], what).toBeGreaterThan(0);
  expect(attempts.some(({ status }) => status === 200 || status === 201)).toBe(true);
});
