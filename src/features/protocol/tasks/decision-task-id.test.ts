import { expect, test } from 'vitest';
import { decisionTaskId } from './decision-task-id.ts';

test('a decision gets the same task id on every device, and another one in every protocol', async () => {
  const id = await decisionTaskId('p1', 'd1');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await decisionTaskId('p1', 'd1')).toBe(id);
  const others = await Promise.all([
    decisionTaskId('p2', 'd1'),
    decisionTaskId('p1', 'd2'),
    decisionTaskId('p1d', '1'),
  ]);
  expect(new Set([id, ...others]).size).toBe(4);
});
