import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mails } from '#server/schema/service.ts';
import { longTest } from '#tests/support/long-test.ts';
import { freePort, until } from '#tests/support/processes.ts';
import { MailServer, refusal } from './support/mail-server.ts';
import { linkOf, readMail } from './support/read-mail.ts';
import { startTestApp, type TestApp, type TestAppOptions, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const appUrl = 'https://app.example.ru';
const from = { name: 'Секретариат', address: 'info@example.ru' };

const sendLink = (app: TestApp, { email }: TestUser) => app.call(null, 'POST', '/change-password/send-link', { email });

/** Resolves with the row of the only mail to a person, once it has these values. */
const rowOf = (app: TestApp, { email }: TestUser, as: Partial<typeof mails.$inferSelect>) =>
  until(
    async () => {
      const [row] = await app.db.select().from(mails).where(eq(mails.recipient, email));
      const right = row && Object.entries(as).every(([name, value]) => row[name as keyof typeof row] === value);
      return right ? row : undefined;
    },
    `a mail ${JSON.stringify(as)}`,
  );

/** Resolves with that row once an attempt to send it has failed, and another one follows. */
const triedRowOf = (app: TestApp, { email }: TestUser) =>
  until(async () => {
    const [row] = await app.db.select().from(mails).where(eq(mails.recipient, email));
    return row?.error ? row : undefined;
  }, 'an attempt that failed');

describe.each(databaseKinds)('mails on %s', (kind) => {
  let now: Date;
  let app: TestApp;
  let server: MailServer | undefined;
  const start = async (smtpUrl: string | undefined, more: TestAppOptions['config'] = {}) => {
    app = await startTestApp(kind, {
      services: { clock: () => now },
      config: { appUrl, smtpUrl, mailFrom: from, ...more },
    });
  };
  beforeEach(() => {
    now = new Date('2026-11-21T09:00:00Z');
  });
  afterEach(async () => {
    await app.close();
    await server?.stop();
    server = undefined;
  });

  test('arrive as plain text and HTML, with a working link', async () => {
    server = await MailServer.start();
    await start(`smtp://127.0.0.1:${server.port}`);
    const user = await app.addUser('secretary', { name: 'Анна <b>Петрова</b>' });
    await sendLink(app, user);
    const mail = await server.mail(user.email, 'Сброс пароля');
    expect(mail).toMatchObject({ to: [user.email], from: from.address });
    expect(Object.fromEntries(mail.headers)).toMatchObject({
      from: 'Секретариат <info@example.ru>',
      to: user.email,
      date: 'Sat, 21 Nov 2026 09:00:00 +0000',
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@example\.ru>$/),
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
    });
    const link = linkOf(mail);
    expect(link.origin + link.pathname).toBe(`${appUrl}/change-password/${link.searchParams.get('token')}`);
    expect(mail.text).toMatch(/^Здравствуйте, Анна <b>Петрова<\/b>!/);
    expect(mail.html).toContain('Анна &#60;b&#62;Петрова');
    expect(mail.html).toContain(`href="${link.href.replaceAll('&', '&#38;')}"`);
    expect(mail.html).not.toMatch(/<(script|img|link)|src=/);
    const claim = { token: link.searchParams.get('token'), email: link.searchParams.get('email') };
    const password = { password: 'новый-пароль', password_confirmation: 'новый-пароль' };
    expect((await app.call(null, 'POST', '/change-password/reset', { ...claim, ...password })).statusCode).toBe(204);
    const notice = await server.mail(user.email, 'Пароль изменён');
    expect(notice.text).toContain(`${appUrl}/change-password\n`);
    expect(server.received).toHaveLength(2);
    expect(app.errors).toEqual([]);
  });

  test('that somebody waits for go before invitations that wait, which say so', async () => {
    server = await MailServer.start();
    await start(`smtp://127.0.0.1:${await freePort()}`);
    const [admin, user] = [await app.addUser('admin'), await app.addUser('secretary')];
    const email = `novaya-${user.id}@example.ru`;
    const made = await app.call(admin, 'POST', '/users', { name: 'Новая Инна', email, role: 'external' });
    expect(made.json().data).toMatchObject({ invitation: 'waiting' });
    await sendLink(app, user);
    const priorities = async () => {
      const found = await app.db.execute(sql`
        select recipient, priority from jobs.job join mails on mails.id = job.data->>'id' order by priority`);
      return (found as { rows: unknown[] }).rows;
    };
    await expect.poll(priorities).toEqual([
      { recipient: email, priority: 0 },
      { recipient: user.email, priority: 1 },
    ]);
  });

  test('are retried when the mail server is unreachable or refuses temporarily (450)', async () => {
    const port = await freePort();
    await start(`smtp://127.0.0.1:${port}`);
    const user = await app.addUser();
    expect((await sendLink(app, user)).statusCode).toBe(204);
    const waiting = await triedRowOf(app, user);
    expect(waiting).toMatchObject({ state: 'waiting', error: expect.stringContaining('ECONNREFUSED') });
    server = await MailServer.start({}, { port });
    let refusals = 0;
    server.answer = () => (refusals++ === 0 ? { code: 450, text: 'Greylisted' } : undefined);
    await server.mail(user.email, 'Сброс пароля');
    expect(await rowOf(app, user, { state: 'sent' })).toMatchObject({ text: '', html: null, error: null });
    expect(app.errors.map(String).join()).toMatch(/ECONNREFUSED.*Greylisted/s);
  });

  test('refused permanently (550) fail with the reason and are not retried', async () => {
    server = await MailServer.start();
    const tried: string[] = [];
    server.answer = (recipient) => {
      tried.push(recipient);
      return { code: 550, text: `No such mailbox <${recipient}>` };
    };
    await start(`smtp://127.0.0.1:${server.port}`);
    const user = await app.addUser();
    await sendLink(app, user);
    const failed = await rowOf(app, user, { state: 'failed' });
    expect(failed).toMatchObject({
      attempts: 1,
      text: '',
      html: null,
      error: expect.stringContaining('No such mailbox'),
    });
    // The administrator reads whose mailbox it was in the app; the log is kept by others.
    expect(failed.error).toContain(user.email);
    expect(app.errors.map(String).join()).toMatch(/No such mailbox <…>/);
    expect(app.errors.map(String).join()).not.toContain(user.email);
    server.answer = () => undefined;
    const other = await app.addUser();
    await sendLink(app, other);
    await server.mail(other.email, 'Сброс пароля');
    expect(tried).toEqual([user.email]);
    expect(server.received).toHaveLength(1);
  });

  longTest('with an expired link are not sent', async () => {
    const port = await freePort();
    await start(`smtp://127.0.0.1:${port}`);
    const user = await app.addUser();
    await sendLink(app, user);
    await triedRowOf(app, user);
    now = new Date(now.getTime() + 61 * 60_000);
    server = await MailServer.start({}, { port });
    const failed = await rowOf(app, user, { state: 'failed' });
    expect(failed).toMatchObject({ text: '', html: null, error: expect.stringMatching(/^Ссылка в письме устарела/) });
    expect(server.received).toEqual([]);
  });

  test.each([
    ['wants a login', 530, 'Authentication required'],
    ['refuses the sender', 550, 'Sender address rejected'],
  ])('stay waiting when the mail server %s, since the settings can be fixed', async (_, code, text) => {
    server = await MailServer.start({ onMailFrom: (_address, _session, done) => done(refusal(code, text)) });
    await start(`smtp://127.0.0.1:${server.port}`);
    const user = await app.addUser();
    await sendLink(app, user);
    expect(await triedRowOf(app, user)).toMatchObject({ state: 'waiting', error: expect.stringContaining(text) });
  });

  longTest('stay waiting when the mail server rejects the login, since the settings can be fixed', async () => {
    server = await MailServer.start({ authOptional: false });
    await start(`smtp://robot:${encodeURIComponent('неверный')}@127.0.0.1:${server.port}`);
    const user = await app.addUser();
    await sendLink(app, user);
    const waiting = await triedRowOf(app, user);
    expect(waiting).toMatchObject({ state: 'waiting', error: expect.stringContaining('Authentication failed') });
    expect(app.errors.map(String).join()).not.toContain('неверный');
  });

  test('send no password over an unencrypted connection to another machine', async () => {
    // An address that is not among this machine's names: the transport treats it as another machine.
    const host = '127.0.0.2';
    server = await MailServer.start({ disabledCommands: ['STARTTLS'] }, { host });
    await start(`smtp://robot:${encodeURIComponent('верный')}@${host}:${server.port}`);
    const user = await app.addUser();
    await sendLink(app, user);
    expect(await triedRowOf(app, user)).toMatchObject({ state: 'waiting' });
    expect(server.signIns).toEqual([]);
    expect(server.received).toEqual([]);
  });

  test('without a mail server are written whole to files for their owner only, and their links are logged', async () => {
    await start(undefined);
    const user = await app.addUser();
    await sendLink(app, user);
    const row = await rowOf(app, user, { state: 'stored' });
    const folder = join(app.services.config.dataDir, 'mail');
    expect(await readdir(folder)).toEqual([`${row.id}.eml`]);
    const path = join(folder, `${row.id}.eml`);
    expect([(await stat(path)).mode & 0o777, (await stat(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
    const mail = await readMail(await readFile(path, 'utf8'));
    expect(mail.headers.get('subject')).toBe('Сброс пароля');
    expect(app.said).toEqual([`Письмо «Сброс пароля» для ${user.email}: ${path}\n  ${linkOf(mail).href}`]);
  });
});

describe('the address in links', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgres');
  });
  afterAll(() => app.close());

  test('is the listening address without APP_URL, whatever X-Forwarded-Host says', async () => {
    const address = await app.app.listen({ host: '127.0.0.1', port: 0 });
    const user = await app.addUser();
    await fetch(`${address}/api/change-password/send-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example.com' },
      body: JSON.stringify({ email: user.email }),
    });
    const said = await until(() => app.said[0], 'the link');
    expect(said.split('\n')[1]?.trim()).toMatch(new RegExp(`^${address}/change-password/`));
  });
});
