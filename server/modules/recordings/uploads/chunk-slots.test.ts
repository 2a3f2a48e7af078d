import { afterEach, expect, test, vi } from 'vitest';
import { ChunkSlots } from './chunk-slots.ts';

const never = () => {
  throw new Error('must not be aborted');
};

afterEach(() => {
  vi.useRealTimers();
});

test('the second request for a place waits until the first has released it', async () => {
  const slots = new ChunkSlots(10_000);
  const order: string[] = [];
  const first = await slots.take('a', never);
  const second = slots.take('a', never).then((slot) => {
    order.push('second');
    return slot;
  });
  await slots.take('b', never);
  order.push('first');
  first.release();
  (await second).release();
  expect(order).toEqual(['first', 'second']);
});

test('a silent holder is aborted and its place passes to the next request', async () => {
  vi.useFakeTimers();
  const slots = new ChunkSlots(10_000);
  let aborted = false;
  const first = await slots.take('a', () => {
    aborted = true;
    first.release();
  });
  const second = slots.take('a', never);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(aborted).toBe(true);
  (await second).release();
});

test('a holder that has all its bytes is waited for, however long it takes', async () => {
  vi.useFakeTimers();
  const slots = new ChunkSlots(10_000);
  const first = await slots.take('a', never);
  first.finish();
  const second = slots.take('a', never);
  await vi.advanceTimersByTimeAsync(60_000);
  first.release();
  (await second).release();
});

test('three requests for one place get it one after another', async () => {
  const slots = new ChunkSlots(10_000);
  let inside = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3].map(async () => {
      const slot = await slots.take('a', never);
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      slot.release();
    }),
  );
  expect(most).toBe(1);
});
