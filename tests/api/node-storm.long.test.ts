import { expect, test } from 'vitest';
import { runStorm } from '#tests/faults/nodes/storm.ts';

test('killed servers, one of them losing its disk, neither lose nor duplicate what they acknowledged', {
  timeout: 180_000,
}, async () => {
  const { counts, lost } = await runStorm({ seconds: 7, nodes: 2, people: 2, seed: 3, say: () => undefined });
  expect(lost).toEqual([]);
  expect(counts.kills).toBeGreaterThan(0);
  expect(counts.videos).toBeGreaterThan(0);
});
