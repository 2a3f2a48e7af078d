import { expect, test } from 'vitest';
import { createPageLocks } from './page-locks.ts';

test('a lock is held by one at a time, in the order of the requests', async () => {
  const locks = createPageLocks();
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = locks.request('a', async () => {
    steps.push('one begins');
    await first.promise;
    steps.push('one ends');
    return 1;
  });
  const two = locks.request('a', async () => void steps.push('two'));
  await locks.request('b', async () => void steps.push('another lock'));
  expect((await locks.query()).held?.map(({ name }) => name)).toEqual(['a']);
  first.resolve();
  expect(await one).toBe(1);
  await two;
  expect(steps).toEqual(['one begins', 'another lock', 'one ends', 'two']);
  expect((await locks.query()).held).toEqual([]);
});

test('a request that does not wait is told so, one that is aborted leaves the queue, and a failure frees the lock', async () => {
  const locks = createPageLocks();
  const first = Promise.withResolvers<void>();
  const one = locks.request('a', () => first.promise);
  expect(await locks.request('a', { ifAvailable: true }, (lock) => lock)).toBeNull();
  const stop = new AbortController();
  const waiting = locks.request('a', { signal: stop.signal }, () => 'never');
  const failing = locks.request('a', async () => Promise.reject(new Error('Сбой')));
  stop.abort();
  await expect(waiting).rejects.toThrow('abort');
  first.reject(new Error('первый'));
  await expect(one).rejects.toThrow('первый');
  await expect(failing).rejects.toThrow('Сбой');
  expect(await locks.request('a', { ifAvailable: true }, (lock) => lock?.name)).toBe('a');
});
