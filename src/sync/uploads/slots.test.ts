import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { takeSlot } from './slots.ts';

let browser: string;
let locks: Pick<LockManager, 'request'>;
const never = new AbortController().signal;

/** The locks of a browser of their own, which all its tabs share. */
beforeEach(() => {
  browser = randomUUID();
  const request = (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
    navigator.locks.request(`${browser} ${name}`, options, work);
  locks = { request: request as LockManager['request'] };
});

const held = async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith(browser)).length;

test('all tabs together send three chunks at a time, the fourth waits for one to end', async () => {
  const places = await Promise.all([1, 2, 3].map(() => takeSlot(locks, never)));
  expect(await held()).toBe(3);
  let isUnderWay = false;
  const fourth = takeSlot(locks, never).then((release) => {
    isUnderWay = true;
    return release;
  });
  expect(await held()).toBe(3);
  expect(isUnderWay).toBe(false);
  for (const release of places) release();
  (await fourth)();
});

test('an aborted chunk stops waiting for a slot, and takes none', async () => {
  const places = await Promise.all([1, 2, 3].map(() => takeSlot(locks, never)));
  const cut = new AbortController();
  const waiting = takeSlot(locks, cut.signal);
  cut.abort();
  await expect(waiting).rejects.toThrow();
  for (const release of places) release();
  await vi.waitFor(async () => expect(await held()).toBe(0), { timeout: 10_000 });
});
