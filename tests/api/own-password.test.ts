import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '#tests/support/processes.ts';
import { rowOf } from './support/people.ts';
import { startTestApp, type TestApp, type TestUser, testPassword } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const fresh = 'новый-пароль';

describe.each(databaseKinds)('the own password on %s', (kind) => {
  let now = new Date('2026-11-20T09:00:00Z');
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
  });
  afterAll(() => app.close());

  const change = (user: TestUser | null, current_password: string, password = fresh, repeated = password) =>
    app.call(user, 'PUT', '/me/password', { current_password, password, password_confirmation: repeated });
  const login = async ({ email }: TestUser, password: string) =>
    (await app.call(null, 'POST', '/login', { email, password })).statusCode;
  const isAlive = async (token: string) => (await app.call({ token }, 'GET', '/me')).statusCode === 200;

  test.each(['admin', 'manager', 'secretary', 'external'] as const)(
    'a %s changes it with the current one; other devices are signed out, this one stays signed in',
    async (role) => {
      const person = await app.addUser(role);
      const elsewhere = await app.services.auth.signIn(person.id, 'telephone');
      expect(await isAlive(elsewhere.token)).toBe(true);
      expect((await change(person, testPassword)).statusCode).toBe(204);
      expect(await isAlive(person.token)).toBe(true);
      expect(await isAlive(elsewhere.token)).toBe(false);
      expect(await app.services.auth.refresh(elsewhere.refreshToken)).toBeUndefined();
      expect(await login(person, testPassword)).toBe(401);
      expect(await login(person, fresh)).toBe(200);
      await until(() => app.said.find((line) => line.includes(`«Пароль изменён» для ${person.email}`)), 'the notice');
    },
  );

  test.each([
    ['не тот', fresh, fresh, { current_password: ['Это не ваш нынешний пароль'] }],
    ['', fresh, fresh, { current_password: ['Поле обязательно для заполнения'] }],
    [testPassword, 'пять5', 'пять5', { password: ['Пароль должен содержать минимум 6 символов'] }],
    [testPassword, fresh, 'другой', { password_confirmation: ['Пароли должны совпадать'] }],
  ])('%j → %j, %j is refused at its field and changes nothing', async (current, password, repeated, errors) => {
    const person = await app.addUser('external');
    const before = await rowOf(app, person);
    const reply = await change(person, current, password, repeated);
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors]);
    expect(await rowOf(app, person)).toEqual(before);
    expect(await isAlive(person.token)).toBe(true);
  });

  test('guesses of it by an open session are rate-limited', async () => {
    const person = await app.addUser('secretary');
    const codes: number[] = [];
    for (let i = 0; i < 11; i += 1) codes.push((await change(person, `догадка ${i}`)).statusCode);
    expect(codes).toEqual([...Array<number>(10).fill(422), 429]);
    expect((await change(person, testPassword)).statusCode).toBe(429);
    now = new Date(now.getTime() + 16 * 60_000);
    // The access token has expired by then, too.
    const { token } = await app.services.auth.signIn(person.id, 'test');
    expect((await change({ ...person, token }, testPassword)).statusCode).toBe(204);
  });

  test('of two changes at once by one old password one succeeds', async () => {
    const person = await app.addUser('manager');
    const replies = await Promise.all([change(person, testPassword, 'первый-пароль'), change(person, testPassword)]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 422]);
    const good = await Promise.all([login(person, 'первый-пароль'), login(person, fresh)]);
    expect(good.sort()).toEqual([200, 401]);
  });

  test('a call without a session is refused with 401', async () => {
    expect((await change(null, testPassword)).statusCode).toBe(401);
  });
});
