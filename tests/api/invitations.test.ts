import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordResets } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';
import { until } from '#tests/support/processes.ts';
import { linkOf, readMail } from './support/read-mail.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const day = 24 * 3600_000;
type Person = { id: string; email: string; invitation: string | null; invited_at: string | null };

describe.each(databaseKinds)('invitations on %s', (kind) => {
  let now = new Date('2026-11-20T09:00:00Z');
  let app: TestApp;
  let admin: TestUser;
  let secretary: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
    admin = await app.addUser('admin');
    secretary = await app.addUser('secretary');
  });
  afterAll(() => app.close());

  /** Lets time pass, and signs in again, since access tokens do not last as long. */
  const pass = async (ms: number) => {
    now = new Date(now.getTime() + ms);
    for (const user of [admin, secretary]) user.token = (await app.services.auth.signIn(user.id, 'test')).token;
  };
  const invite = async (by = admin): Promise<Person> => {
    const body = { email: `${uuidv7()}@example.ru`, role: 'external', name: 'Гость' };
    const reply = await app.call(by, 'POST', '/users', body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };
  const again = (by: TestUser | null, { id }: { id: string }) => app.call(by, 'POST', `/users/${id}/invitation`);
  const read = async ({ id }: { id: string }, by = admin): Promise<Person> =>
    (await app.call(by, 'GET', `/users/${id}`)).json().data;
  const linksTo = async ({ email }: Person, count: number) => {
    const sent = await until(() => {
      const found = app.said.filter((line) => line.includes(`для ${email}:`));
      return found.length >= count ? found : undefined;
    }, `${count} mails`);
    const texts = sent.map(async (line) => readFile(/: (.+\.eml)$/m.exec(line)?.[1] ?? '', 'utf8'));
    return (await Promise.all(texts)).map(async (text) => linkOf(await readMail(text)));
  };
  const accept = async (link: URL) => {
    const { token, email } = Object.fromEntries(link.searchParams);
    const password = 'свой пароль';
    const body = { token, email, password, password_confirmation: password };
    return (await app.call(null, 'POST', '/change-password/reset', body)).statusCode;
  };

  test('are made, repeated and accepted by either link; without a mail server their state is stored, not sent', async () => {
    const person = await invite();
    expect(person).toMatchObject({ invitation: 'stored', invited_at: now.toISOString() });
    const first = now;
    await pass(day);
    const reply = await again(admin, person);
    expect([reply.statusCode, reply.json().data.invitation]).toEqual([200, 'stored']);
    expect(new Date((await read(person)).invited_at ?? 0)).toEqual(new Date(first.getTime() + day));
    const [link] = await Promise.all(await linksTo(person, 2));
    // The link of the earlier mail works too: mails may cross.
    expect(await accept(link as URL)).toBe(204);
    expect(await read(person)).toMatchObject({ invitation: 'accepted' });
    const listed = await app.call(admin, 'GET', '/users?limit=100');
    const rows: Person[] = listed.json().data;
    expect(rows.find(({ id }) => id === person.id)?.invitation).toBe('accepted');
    expect(rows.find(({ id }) => id === admin.id)?.invitation).toBeNull();
    const needless = await again(admin, person);
    expect([needless.statusCode, needless.json().message]).toEqual([409, 'Приглашение не нужно: пароль уже задан']);
  });

  test('expire after a week, and a new one opens the account', async () => {
    const person = await invite();
    // A mail whose link has expired is not sent.
    await linksTo(person, 1);
    await pass(7 * day);
    expect(await read(person)).toMatchObject({ invitation: 'expired' });
    await app.db.delete(passwordResets).where(eq(passwordResets.userId, person.id));
    expect(await read(person), 'long ago').toMatchObject({ invitation: 'expired', invited_at: person.invited_at });
    expect((await again(admin, person)).json().data).toMatchObject({ invitation: 'stored' });
    const [first, second] = await Promise.all(await linksTo(person, 2));
    expect(await accept(first as URL)).toBe(422);
    expect(await accept(second as URL)).toBe(204);
  });

  test('take the state of their mail, sent or failed, and a new attempt resets it to stored', async () => {
    const person = await invite();
    await linksTo(person, 1);
    await app.db.update(mails).set({ state: 'sent' }).where(eq(mails.recipient, person.email));
    expect(await read(person)).toMatchObject({ invitation: 'sent' });
    await app.db.update(mails).set({ state: 'failed' }).where(eq(mails.recipient, person.email));
    expect(await read(person)).toMatchObject({ invitation: 'failed' });
    await pass(1000);
    await again(admin, person);
    expect(await read(person)).toMatchObject({ invitation: 'stored' });
  });

  test('do not take the state of another mail to the same person', async () => {
    const person = await invite();
    await linksTo(person, 1);
    await app.db.update(mails).set({ state: 'sent' }).where(eq(mails.recipient, person.email));
    const other = { id: uuidv7(), recipient: person.email, subject: 'Приглашение на встречу', text: '' };
    for (const state of ['failed', 'stored'])
      await app.db.insert(mails).values({ ...other, id: uuidv7(), state, createdAt: new Date(now.getTime() + 1000) });
    expect(await read(person)).toMatchObject({ invitation: 'sent' });
  });

  test('are for people one is responsible for: others return 404, and their state is hidden', async () => {
    const person = await invite();
    const own = await invite(secretary);
    expect((await again(secretary, person)).statusCode).toBe(404);
    expect((await again(secretary, { id: uuidv7() })).statusCode).toBe(404);
    expect(await read(person, secretary)).not.toHaveProperty('invitation');
    expect((await again(secretary, own)).json().data).toMatchObject({ invitation: 'stored' });
    expect(await read(own, secretary)).toMatchObject({ invitation: 'stored' });
  });

  test('are refused while a person is blocked', async () => {
    const person = await invite();
    await app.call(admin, 'PUT', `/users/${person.id}`, { is_blocked: true });
    expect((await again(admin, person)).json().message).toBe('Пользователь заблокирован: сначала разблокируйте его');
    await app.call(admin, 'PUT', `/users/${person.id}`, { is_blocked: false });
    expect((await again(admin, person)).statusCode).toBe(200);
  });

  test('can be repeated five times an hour per person, and refused requests do not count', async () => {
    const person = await invite();
    for (let i = 0; i < 8; i += 1) expect((await again(secretary, person)).statusCode).toBe(404);
    const codes: number[] = [];
    for (let i = 0; i < 6; i += 1) codes.push((await again(admin, person)).statusCode);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    await pass(day / 24);
    expect((await again(admin, person)).statusCode).toBe(200);
  });
});
