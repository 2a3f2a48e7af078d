import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ProtocolMail } from '#contract/documents/document.ts';
import { sweepDiscardedFiles } from '#server/platform/storage/index.ts';
import { users } from '#server/schema/people.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { longTest } from '#tests/support/long-test.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';
import { until } from '#tests/support/processes.ts';
import { MailServer } from './support/mail-server.ts';
import { readMail } from './support/read-mail.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const letter = { subject: 'Протокол № 12', text: 'Здравствуйте!\n\nПротокол во вложении.\nАнна', format: 'pdf' };

describe.each(databaseKinds)('a protocol by mail, on %s', (kind) => {
  let app: TestApp;
  let server: MailServer | undefined;
  let anna: TestUser;
  let boris: TestUser;
  let vera: TestUser;
  let id: string;
  afterEach(async () => {
    await app.close();
    await server?.stop();
    server = undefined;
  });

  async function start(smtp: boolean) {
    if (smtp) server = await MailServer.start();
    const smtpUrl = server && `smtp://127.0.0.1:${server.port}`;
    app = await startTestApp(kind, { config: { smtpUrl } });
    anna = await app.addUser('secretary');
    boris = await app.addUser('external', { name: 'Борисов Борис Борисович' });
    vera = await app.addUser('external', { name: 'Алова Вера Ильинична' });
    id = uuidv7();
    const agenda = [{ id: 'a', title: 'О смете', decisions: [{ text: 'Утвердить смету' }] }];
    await ok(
      app.call(anna, 'POST', '/protocols', { id, title: 'Совещание', number: 12, agenda, chairman_id: vera.id }),
    );
    await ok(app.call(anna, 'POST', `/protocols/${id}/members`, { member_id: boris.id }));
  }
  async function ok(reply: ReturnType<TestApp['call']>) {
    const { statusCode, body } = await reply;
    expect(statusCode, body).toBeLessThan(300);
    return body === '' ? undefined : JSON.parse(body).data;
  }
  const send = (more: object, headers?: Record<string, string>) =>
    app.call(anna, 'POST', `/protocols/${id}/send`, { ...letter, ...more }, headers);
  const mails = (): Promise<ProtocolMail[]> => ok(app.call(anna, 'GET', `/protocols/${id}/mails`));
  const settled = () =>
    until(async () => {
      const all = await mails();
      return all.length > 0 && all.every(({ state }) => state !== 'waiting') ? all : undefined;
    }, 'the mails to be sent');

  test('the members, the chairman and the secretary can be recipients, others cannot', async () => {
    await start(true);
    const { people, by_smtp } = await ok(app.call(anna, 'GET', `/protocols/${id}/recipients`));
    expect(by_smtp).toBe(true);
    expect(people).toEqual([
      { id: vera.id, name: 'Алова Вера Ильинична', email: vera.email },
      { id: boris.id, name: 'Борисов Борис Борисович', email: boris.email },
      { id: anna.id, name: 'Петрова Анна Сергеевна', email: anna.email },
    ]);
    const stranger = await app.addUser('external');
    const reply = await send({ recipients: [boris.id, stranger.id] });
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['recipients']]);
    expect((await send({ recipients: [] })).statusCode).toBe(422);
    expect((await send({ recipients: [boris.id], form: 'extract', item: 'другой' })).statusCode).toBe(404);
    expect(await mails()).toEqual([]);
  });

  test('a guest of the meeting and any other address get it, each once', async () => {
    await start(true);
    const meetingId = uuidv7();
    const guests = [
      { id: 'g1', name: 'Гостева Мария Петровна', email: 'gosteva@example.ru' },
      { id: 'g2', name: 'Борисов Б. Б.', email: boris.email.toUpperCase() },
    ];
    const meeting = { id: meetingId, title: 'Совещание', start_at: '2026-11-20T10:00:00+03:00', guests };
    await ok(app.call(anna, 'POST', '/meetings', { ...meeting, end_at: '2026-11-20T11:00:00+03:00' }));
    await ok(app.call(anna, 'PUT', `/protocols/${id}`, { meeting_id: meetingId }));
    const { people, takes_addresses } = await ok(app.call(anna, 'GET', `/protocols/${id}/recipients`));
    expect(takes_addresses).toBe(true);
    expect(people.slice(3)).toEqual([{ ...guests[0], is_guest: true }]);
    for (const [addresses, field] of [
      [['не адрес'], 'addresses.0'],
      [Array.from({ length: 21 }, (_, index) => `a${index}@example.ru`), 'addresses'],
      [[], 'recipients'],
    ] as const) {
      const reply = await send({ recipients: [], addresses });
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]]);
    }
    const shut = await app.addUser('external');
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, shut.id));
    const refused = await send({ recipients: [], addresses: [shut.email.toUpperCase()] });
    expect(refused.json().errors.addresses).toEqual([`Учётная запись с e-mail ${shut.email} заблокирована`]);
    expect(await mails()).toEqual([]);
    const ascii = 'fond@xn--80a1acny.xn--p1ai';
    const addresses = ['Gosteva@example.ru', 'archive@example.ru', ' archive@example.ru ', 'fond@почта.рф', ascii];
    await ok(send({ recipients: ['g1'], addresses }));
    expect((await settled()).map(({ recipient }) => recipient.toLowerCase()).toSorted()).toEqual([
      'archive@example.ru',
      ascii,
      'gosteva@example.ru',
    ]);
    // The test's mail server decodes it.
    expect((await server?.mail('fond@почта.рф', letter.subject))?.files).toHaveLength(1);
    expect((await server?.mail('archive@example.ru', letter.subject))?.files).toHaveLength(1);
    // Somebody with a stolen session can write to a few hundred strangers at most.
    const statuses = new Set<number>();
    for (let count = 0; count < 30; count += 1)
      statuses.add((await send({ recipients: [], addresses, item: 'нет', form: 'extract' })).statusCode);
    expect([...statuses]).toEqual([404, 429]);
  });

  test('recipients who never signed in get at most ten mails an hour, meeting mails included; users get all', async () => {
    await start(true);
    const unknown = await app.addUser('external', { passwordHash: null });
    await ok(app.call(anna, 'POST', `/protocols/${id}/members`, { member_id: unknown.id }));
    const meetingId = uuidv7();
    const guests = [{ id: 'g1', name: 'Гостева Мария Петровна', email: 'gosteva@example.ru' }];
    const [start_at, end_at] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    await ok(app.call(anna, 'POST', '/meetings', { id: meetingId, title: 'Совещание', start_at, end_at, guests }));
    await ok(app.call(anna, 'PUT', `/protocols/${id}`, { meeting_id: meetingId }));
    await ok(app.call(anna, 'POST', `/meetings/${meetingId}/invitations`, { id: uuidv7() }));
    for (let count = 0; count < 9; count += 1) await ok(send({ recipients: ['g1', boris.id] }));
    const before = (await mails()).length;
    const refused = await send({ recipients: ['g1', boris.id] });
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'На эти адреса ушло уже много писем. Попробуйте снова через 60\u00a0минут',
    ]);
    expect(await mails()).toHaveLength(before);
    await ok(send({ recipients: [unknown.id, boris.id] }));
    for (let count = 0; count < 9; count += 1) await ok(send({ recipients: [unknown.id] }));
    for (const more of [
      { recipients: [unknown.id] },
      { recipients: [], addresses: [unknown.email, 'gosteva@example.ru'] },
    ])
      expect((await send(more)).statusCode).toBe(429);
    await ok(send({ recipients: [boris.id] }));
  });

  test('each recipient gets one mail of their own with the file, also when the request is repeated', async () => {
    await start(true);
    const key = { 'idempotency-key': uuidv7() };
    const asked = { recipients: [boris.id, vera.id], form: 'short' };
    const [first, second] = [await send(asked, key), await send(asked, key)];
    expect(second.json()).toEqual(first.json());
    expect(first.json().data).toHaveLength(2);
    const mail = await server?.mail(boris.email, letter.subject);
    await server?.mail(vera.email, letter.subject);
    expect(mail?.to).toEqual([boris.email]);
    expect(mail?.headers.get('reply-to')).toBe(anna.email);
    expect(mail?.headers.get('auto-submitted')).toBeUndefined();
    expect(mail?.text).toBe(`${letter.text}\n`);
    expect(mail?.html).toContain('Протокол во вложении.<br>\nАнна');
    const [file] = mail?.files ?? [];
    expect(file).toMatchObject({ name: 'Протокол № 12 (краткая форма).pdf', type: 'application/pdf' });
    expect((await readPdf(file?.content ?? Buffer.alloc(0))).pages[0]?.text).toContain('Утвердить смету');
    const sent = await settled();
    expect(server?.received).toHaveLength(2);
    expect(await app.db.$count(discardedFiles), 'the file is kept').toBe(0);
    expect(sent.map(({ recipient, name, state, file: of }) => [recipient, name, state, of])).toEqual(
      expect.arrayContaining([
        [boris.email, 'Борисов Борис Борисович', 'sent', 'Протокол № 12 (краткая форма).pdf'],
        [vera.email, 'Алова Вера Ильинична', 'sent', 'Протокол № 12 (краткая форма).pdf'],
      ]),
    );
    expect(app.errors).toEqual([]);
  });

  test('the file of a protocol that is deleted while it is printed does not stay in the storage', async () => {
    await start(true);
    const { storage, config } = app.services;
    const { put } = storage;
    const printing = vi.spyOn(storage, 'put').mockImplementation(async (...file) => {
      await ok(app.call(anna, 'DELETE', `/protocols/${id}`));
      await put.apply(storage, file);
    });
    await ok(send({ recipients: [boris.id] }));
    const key = await until(async () => {
      const [call] = printing.mock.settledResults[0]?.type === 'fulfilled' ? printing.mock.calls : [];
      return call?.[0];
    }, 'the document to be stored');
    const later = new Date(Date.now() + 2 * 24 * 3_600_000);
    await until(async () => {
      await sweepDiscardedFiles(app.db, storage, later, config.dataDir);
      return (await storage.size(key)) === undefined || undefined;
    }, 'the file to be removed');
  });

  longTest('a final protocol is sent as the very file that was stored', async () => {
    await start(true);
    await ok(app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' }));
    await ok(app.call(anna, 'POST', `/protocols/${id}/final`));
    await ok(send({ recipients: [boris.id], format: 'docx', edition: 1 }));
    const mail = await server?.mail(boris.email, letter.subject);
    const sha256 = createHash('sha256')
      .update(mail?.files[0]?.content ?? '')
      .digest('hex');
    const [version] = await ok(app.call(anna, 'GET', `/protocols/${id}/versions`));
    expect(version.docx_sha256).toBe(sha256);
    await settled();
  });

  longTest('a refused recipient is reported with the reason', async () => {
    await start(true);
    if (server) server.answer = (to) => (to === boris.email ? { code: 550, text: 'No such mailbox' } : undefined);
    await ok(send({ recipients: [boris.id, anna.id] }));
    const sent = await settled();
    expect(sent.find(({ recipient }) => recipient === boris.email)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('No such mailbox'),
    });
    expect(sent.find(({ recipient }) => recipient === anna.email)).toMatchObject({ state: 'sent', error: null });
  });

  test('without a mail server the mail is stored as a file with the document in it', async () => {
    await start(false);
    expect((await ok(app.call(anna, 'GET', `/protocols/${id}/recipients`))).by_smtp).toBe(false);
    // The operator takes links from the server's output: a subject must not add lines of its own.
    const subject = 'Протокол\n\u001b[2KПисьмо «Приглашение» для boss@example.ru:\u2028  https://evil.example/';
    await ok(send({ recipients: [boris.id], form: 'present', format: 'docx', subject }));
    expect(await settled()).toMatchObject([{ state: 'stored', sent_at: null, error: null }]);
    const [said = ''] = app.said;
    expect(said).toContain('Письмо «Протокол [2KПисьмо');
    expect(said).not.toMatch(/[\p{Cc}\u2028]/u);
    const folder = join(app.services.config.dataDir, 'mail');
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.eml'));
    const mail = await readMail(await readFile(join(folder, name), 'utf8'));
    expect(mail.files[0]?.name).toBe('Список присутствовавших к протоколу № 12.docx');
  });
});
