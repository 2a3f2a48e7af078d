import { expect, test } from 'vitest';
import { groups } from '#tests/recordings/all-kinds.ts';
import { judgeKinds } from './support/judge-kinds.ts';

/* The groups are divided between two files, which run beside each other. */
judgeKinds(groups.filter((_, at) => at < 4));

test('the set has at least 120 kinds, and no name twice', () => {
  const names = groups.flatMap(({ title, kinds }) => kinds.map(({ name }) => `${title} ${name}`));
  expect(names.length).toBeGreaterThanOrEqual(120);
  expect(new Set(names).size).toBe(names.length);
});
