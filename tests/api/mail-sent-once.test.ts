import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#server/platform/db/index.ts';
import type { JobRun } from '#server/platform/jobs/index.ts';
import { createMailer, type MailerDeps } from '#server/platform/mail/mailer.ts';
import { mails } from '#server/schema/service.ts';
import { openTestDatabase } from './support/test-database.ts';

test('a mail that was accepted while the database fails is written down as sent, and not sent again', async () => {
  const database = await openTestDatabase('postgres');
  let failures = 0;
  const db = new Proxy(database.db, {
    get(target, name, self) {
      if (name === 'update' && failures-- > 0) throw new Error('The database is away');
      return Reflect.get(target, name, self) as unknown;
    },
  }) as Db;
  let deliver: ((run: JobRun<object>) => Promise<void>) | undefined;
  const jobs = { handle: (_queue: string, run: typeof deliver) => (deliver = run), send: async () => undefined };
  const send = async () => {
    failures = 1;
  };
  const deps = { database: { ...database, db }, jobs, transport: { isConnected: true, send }, clock: () => new Date() };
  const mailer = createMailer({
    ...deps,
    onError: (error: unknown) => expect.fail(String(error)),
  } as unknown as MailerDeps);
  const id = await mailer.post(database.db, { to: 'anna@example.ru', subject: 'Протокол', text: 'Готов' });
  await deliver?.({ data: { id }, signal: new AbortController().signal, lastTry: false });
  expect(await database.db.select().from(mails).where(eq(mails.id, id))).toMatchObject([
    { state: 'sent', attempts: 1 },
  ]);
  await database.close();
});
