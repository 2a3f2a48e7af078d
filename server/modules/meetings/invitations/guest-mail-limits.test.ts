import { expect, test } from 'vitest';
import type { Db } from '#server/platform/db/index.ts';
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
