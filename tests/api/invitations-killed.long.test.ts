import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '#tests/support/processes.ts';
import { guest } from './support/invited-meeting.ts';
import { MailServer } from './support/mail-server.ts';
import { SignedInServer } from './support/signed-in-server.ts';
import { createPostgresDatabase, databaseKinds, dropPostgresDatabase } from './support/test-database.ts';

const patience = 120_000;

describe.each(databaseKinds)('invitations of a server process on %s', (kind) => {
  let folder: string;
  let url: string | undefined;
  let mails: MailServer;
  let server: SignedInServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-invitations-'));
    mails = await MailServer.start();
    if (kind === 'postgres') url = await createPostgresDatabase();
    server = await SignedInServer.start(join(folder, 'data'), {
      ...(url && { DATABASE_URL: url }),
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    });
  }, patience);
  afterAll(async () => {
    await server.process.stop();
    await mails.stop();
    if (url) await dropPostgresDatabase(url);
    await rm(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: object) => server.call('POST', path, body);

  test('go to each person once when it is killed while sending', { timeout: patience }, async () => {
    const guests = [guest('Первый'), guest('Второй')];
    const id = uuidv7();
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    await post('/meetings', { id, title: 'Совет', start_at: at(48), end_at: at(49), guests });
    let asked = false;
    mails.answer = () => {
      asked = true;
      return 'silence';
    };
    const round = { id: uuidv7() };
    await post(`/meetings/${id}/invitations`, round);
    await until(() => (asked ? true : undefined), 'a mail under way');
    await server.process.kill();
    mails.answer = () => undefined;
    await server.process.start();
    await post(`/meetings/${id}/invitations`, round);
    await until(() => (mails.received.length >= guests.length ? true : undefined), 'both mails', patience);
    expect(mails.received.map(({ to }) => to[0]).toSorted()).toEqual(guests.map(({ email }) => email).toSorted());
  });
});
