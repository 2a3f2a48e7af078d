import { expect, test } from 'vitest';
import type { Db } from '#server/platform/db/index.ts';
import type { AttemptCounters } from '#server/platform/limits/index.ts';
import { limitGuestMails } from './guest-mail-limits.ts';

test('a round refused by the total limit does not count for its guests', async () => {
  let now = new Date('2026-11-21T09:00:00Z');
  const fail = (error: unknown) => {
    throw error;
  };
  const mails = limitGuestMails({ shared: undefined, clock: () => now, onError: fail });
  const write = (emails: string[]) => mails.addOrRefuse({} as Db, 'anna', emails);
  await write(Array.from({ length: 500 }, (_, at) => `${at}@partner.ru`));
  now = new Date('2026-11-21T09:50:00Z');
  for (let time = 0; time < 10; time += 1) {
    await expect(write(['guest@partner.ru'])).rejects.toMatchObject({ status: 429 });
  }
  now = new Date('2026-11-21T10:01:00Z');
  await write(['guest@partner.ru']);
});

test('cancellations count each mail, in a few writes however many guests there are', async () => {
  const writes: { keys: readonly string[]; times: number }[] = [];
  const shared: AttemptCounters['shared'] = {
    read: async () => new Map(),
    add: async (keys, _until, times) => void writes.push({ keys, times }),
    forget: async () => undefined,
  };
  const mails = limitGuestMails({ shared, clock: () => new Date('2026-11-21T09:00:00Z'), onError: () => undefined });
  const guests = Array.from({ length: 100 }, (_, at) => `${at}@partner.ru`);
  mails.addWithoutCheck({} as Db, 'anna', [...guests, 'twice@partner.ru', 'twice@partner.ru']);
  expect(writes.map(({ keys, times }) => [keys.length, times])).toEqual([
    [100, 1],
    [1, 2],
    [1, 102],
  ]);
});
