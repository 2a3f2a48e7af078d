import { verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions, users } from '#server/schema/people.ts';
import { longTest } from '#tests/support/long-test.ts';
import { startTestApp, type TestApp, testPassword } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

describe.each(databaseKinds)('the session on %s', (kind) => {
  let now = new Date('2026-11-21T09:00:00Z');
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
  });
  afterAll(() => app.close());

  const login = (email: string, password: string, ip?: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password },
      ...(ip && { remoteAddress: ip }),
    });
  const refresh = (cookie: string | undefined) =>
    app.app.inject({ method: 'POST', url: '/api/refresh', ...(cookie && { cookies: { refresh: cookie } }) });
  const refreshByBearer = (token: string, headers: Record<string, string> = {}) =>
    app.app.inject({ method: 'POST', url: '/api/refresh', headers: { authorization: `Bearer ${token}`, ...headers } });
  const cookieOf = (reply: { cookies: { name: string; value: string }[] }) =>
    reply.cookies.find(({ name }) => name === 'refresh')?.value;
  const me = (token: string) => app.call({ token }, 'GET', '/me');

  test('login returns a token that identifies the person', async () => {
    const user = await app.addUser('manager');
    const reply = await login(` ${user.email.toUpperCase()} `, testPassword);
    expect(reply.statusCode).toBe(200);
    const { token } = reply.json().data;
    const answer = await me(token);
    expect(answer.json().data).toMatchObject({ id: user.id, role: 'manager', email: user.email });
    expect(answer.body).not.toContain('argon2');
    expect(reply.headers['set-cookie']?.[0]).toMatch(
      /^refresh=[^;]+; Max-Age=2592000; Path=\/api; HttpOnly; SameSite=Strict$/,
    );
  });

  test.each([
    ['a new password', { passwordHash: 'another' }],
    ['a block', { isBlocked: true }],
  ])('%s during the check of a sign-in makes it fail', async (_what, change) => {
    const user = await app.addUser();
    const compared = vi.mocked(verify);
    const real = compared.getMockImplementation();
    compared.mockImplementationOnce(async (...args) => {
      const right = await real?.(...args);
      await app.db.update(users).set(change).where(eq(users.id, user.id));
      return right ?? false;
    });
    const reply = await login(user.email, testPassword);
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'invalid_credentials']);
    expect(cookieOf(reply)).toBeUndefined();
  });

  test('a wrong password and an unknown account get the same answer after the same hashing', async () => {
    const [known, invited, blocked] = await Promise.all([
      app.addUser(),
      app.addUser('secretary', { passwordHash: null }),
      app.addUser('secretary', { isBlocked: true }),
    ]);
    const compared = vi.mocked(verify);
    for (const { email } of [known, invited, blocked, { email: `nobody-${kind}@example.ru` }]) {
      compared.mockClear();
      const reply = await login(email, 'не тот пароль');
      expect([reply.statusCode, reply.json()]).toEqual([
        401,
        { message: 'Неверный e-mail или пароль', code: 'invalid_credentials' },
      ]);
      // The hash for an unknown person costs as much as a known person's.
      expect(compared.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4))).toEqual([
        ['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'],
      ]);
    }
  });

  test('a blocked person cannot sign in, and loses every session at once', async () => {
    const user = await app.addUser();
    expect((await me(user.token)).statusCode).toBe(200);
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, user.id));
    await app.services.auth.signOutEverywhere(user.id, 'blocked');
    expect((await me(user.token)).statusCode).toBe(401);
    const reply = await login(user.email, testPassword);
    expect(reply.statusCode).toBe(403);
    expect(reply.json().code).toBe('blocked');
  });

  test('the access token ends after 15 minutes; the refresh token gives another one', async () => {
    const user = await app.addUser();
    const signedIn = await login(user.email, testPassword);
    const { token } = signedIn.json().data;
    pass(14);
    expect((await me(token)).statusCode).toBe(200);
    pass(2);
    expect((await me(token)).statusCode).toBe(401);
    const reply = await refresh(cookieOf(signedIn));
    expect(reply.statusCode).toBe(200);
    expect(Object.keys(reply.json())).toEqual(['token']);
    expect((await me(reply.json().token)).statusCode).toBe(200);
  });

  test('a lost answer to a refresh signs nobody out; reuse after its successor was used does', async () => {
    const user = await app.addUser();
    const first = cookieOf(await login(user.email, testPassword));
    await refresh(first);
    const again = await refresh(first);
    expect(again.statusCode).toBe(200);
    const second = cookieOf(again);
    const third = await refresh(second);
    expect(third.statusCode).toBe(200);
    const stolen = await refresh(first);
    expect(stolen.statusCode).toBe(401);
    expect(cookieOf(stolen)).toBe('');
    expect((await refresh(cookieOf(third))).statusCode).toBe(401);
    expect((await me(third.json().token)).statusCode).toBe(401);
  });

  test('two simultaneous refreshes both get a token, and a kept one can be refreshed', async () => {
    const user = await app.addUser();
    const first = cookieOf(await login(user.email, testPassword));
    const replies = await Promise.all([refresh(first), refresh(first)]);
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200]);
    expect((await refresh(cookieOf(replies[0] as never))).statusCode).toBe(200);
  });

  test('a refresh fails without a token, with a forged one, or after a month away', async () => {
    const user = await app.addUser();
    const cookie = cookieOf(await login(user.email, testPassword));
    expect((await refresh(undefined)).statusCode).toBe(401);
    expect((await refresh('a.b.c')).statusCode).toBe(401);
    expect((await refresh(`${cookie?.slice(0, -3)}AAA`)).statusCode).toBe(401);
    pass(31 * 24 * 60);
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  test('without a cookie a bearer renews the access token alone, for 12 hours', async () => {
    const user = await app.addUser();
    let { token } = (await login(user.email, testPassword)).json().data;
    // An expired one too: a client asks after a 401.
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      pass(20);
      expect((await me(token)).statusCode).toBe(401);
      const reply = await refreshByBearer(token);
      expect([reply.statusCode, reply.headers['set-cookie'], Object.keys(reply.json())]).toEqual([
        ...[200, undefined],
        ['token'],
      ]);
      token = reply.json().token;
      expect((await me(token)).statusCode).toBe(200);
    }
    pass(21);
    const late = await refreshByBearer(token);
    expect([late.statusCode, late.json()]).toEqual([
      401,
      { message: 'Сеанс завершён. Войдите снова', code: 'unauthorized' },
    ]);
  });

  test('a bearer alone is refused once the cookie was used, beside a bad cookie, forged, and of an ended session', async () => {
    const user = await app.addUser();
    const signIn = async () => {
      const reply = await login(user.email, testPassword);
      return { token: String(reply.json().data.token), cookie: cookieOf(reply) };
    };
    const [refreshed, open, gone] = [await signIn(), await signIn(), await signIn()];
    const statusOf = async (token: string, headers?: Record<string, string>) =>
      (await refreshByBearer(token, headers)).statusCode;
    const byCookie = await refresh(refreshed.cookie);
    for (const token of [refreshed.token, byCookie.json().token]) expect(await statusOf(token)).toBe(401);
    expect(await statusOf(open.token, { cookie: 'refresh=a.b.c' })).toBe(401);
    expect(await statusOf(`${open.token.slice(0, -3)}AAA`)).toBe(401);
    await app.call({ token: gone.token }, 'POST', '/logout');
    expect(await statusOf(gone.token)).toBe(401);
    expect(await statusOf(open.token)).toBe(200);
    expect((await refresh(open.cookie)).statusCode).toBe(200);
    const browser = await app.app.inject({
      ...{ method: 'POST', url: '/api/login', headers: { 'sec-fetch-site': 'same-origin' } },
      payload: { email: user.email, password: testPassword },
    });
    expect(await statusOf(browser.json().data.token)).toBe(401);
    expect((await refresh(cookieOf(browser))).statusCode).toBe(200);
    const changed = await signIn();
    const passwords = {
      current_password: testPassword,
      password: 'другой-пароль',
      password_confirmation: 'другой-пароль',
    };
    expect((await app.call({ token: changed.token }, 'PUT', '/me/password', passwords)).statusCode).toBeLessThan(300);
    expect(await statusOf(changed.token)).toBe(401);
    expect((await refresh(changed.cookie)).statusCode).toBe(200);
    const other = await login(user.email, 'другой-пароль').then((reply) => ({
      token: String(reply.json().data.token),
    }));
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, user.id));
    expect(await statusOf(other.token)).toBe(401);
  });

  test('an expired session is refused though its access token is still valid', async () => {
    const user = await app.addUser();
    const { token } = (await login(user.email, testPassword)).json().data;
    await app.db.update(sessions).set({ expiresAt: now }).where(eq(sessions.userId, user.id));
    expect((await me(token)).statusCode).toBe(401);
  });

  test('logout ends the session, with the access token still fresh', async () => {
    const user = await app.addUser();
    const signedIn = await login(user.email, testPassword);
    const { token } = signedIn.json().data;
    const cookie = cookieOf(signedIn) ?? '';
    const out = await app.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { authorization: `Bearer ${token}` },
      cookies: { refresh: cookie },
    });
    expect(out.statusCode).toBe(204);
    expect(cookieOf(out)).toBe('');
    expect((await me(token)).statusCode).toBe(401);
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  test('a late logout with an expired token ends its own session and not that of the next person', async () => {
    const [anna, boris] = [await app.addUser(), await app.addUser()];
    pass(60);
    const signedIn = await login(boris.email, testPassword);
    const cookie = cookieOf(signedIn) ?? '';
    const out = await app.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { authorization: `Bearer ${anna.token}` },
      cookies: { refresh: cookie },
    });
    expect(out.statusCode).toBe(204);
    expect(cookieOf(out)).toBeUndefined();
    expect((await refresh(cookie)).statusCode).toBe(200);
    expect(await app.services.auth.authenticate(`Bearer ${anna.token}`)).toBeNull();
  });

  test('sign-in attempts are limited by account and address; a right password is refused meanwhile too', async () => {
    const user = await app.addUser();
    for (let i = 0; i < 10; i += 1) expect((await login(user.email, `мимо ${i}`, '10.0.0.1')).statusCode).toBe(401);
    const refused = await login(user.email, testPassword, '10.0.0.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'rate_limited',
      message: 'Слишком много попыток входа. Попробуйте снова через 15\u00a0минут',
    });
    expect(refused.headers['retry-after']).toBe('900');
    expect((await login(user.email, testPassword, '10.0.0.2')).statusCode).toBe(200);
    pass(16);
    expect((await login(user.email, testPassword, '10.0.0.1')).statusCode).toBe(200);
  });

  longTest('attempts on many accounts from one address are limited, also through a proxy of this machine', async () => {
    const guess = (n: number, from: string, forwarded?: string) =>
      app.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: `guess-${n}-${kind}@example.ru`, password: 'мимо' },
        remoteAddress: from,
        ...(forwarded && { headers: { 'x-forwarded-for': forwarded } }),
      });
    for (let n = 0; n < 100; n += 1) await guess(n, '127.0.0.1', '192.0.2.1');
    expect((await guess(100, '127.0.0.1', '192.0.2.1')).statusCode).toBe(429);
    expect((await guess(100, '127.0.0.1', '192.0.2.2')).statusCode).toBe(401);
    // A client that is no trusted proxy cannot pretend to have another address.
    expect((await guess(101, '192.0.2.1', '192.0.2.3')).statusCode).toBe(429);
  });

  test('the limit of an address is a setting', async () => {
    const strict = await startTestApp(kind, { config: { addressLimit: 12 } });
    const codes: number[] = [];
    for (let n = 0; n < 13; n += 1) {
      const payload = { email: `guess-${n}@example.ru`, password: 'мимо' };
      codes.push((await strict.app.inject({ method: 'POST', url: '/api/login', payload })).statusCode);
    }
    await strict.close();
    expect(codes).toEqual([...Array(12).fill(401), 429]);
  });

  test('right passwords from one address are never refused, however many at once; wrong ones are', async () => {
    const user = await app.addUser();
    const at = (password: string) => login(user.email, password, '10.0.0.9');
    const right = await Promise.all(Array.from({ length: 25 }, () => at(testPassword)));
    expect(new Set(right.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const wrong = await Promise.all(Array.from({ length: 25 }, (_, n) => at(`мимо ${n}`)));
    expect(wrong.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(wrong.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
  });

  test('a person keeps the fifty sessions used last, browsers before scripts; a sign-in ends the others', async () => {
    const [user, other] = [await app.addUser(), await app.addUser()];
    const { token: first } = (await login(user.email, testPassword)).json().data;
    const count = () => app.db.$count(sessions, eq(sessions.userId, user.id));
    const dead = {
      id: `${user.id}-ended`,
      userId: user.id,
      nextHashes: [],
      createdAt: now,
      usedAt: now,
      expiresAt: now,
    };
    pass(1);
    const browser = { ...dead, id: `${user.id}-browser`, usedHash: 'of a cookie' };
    await app.db.insert(sessions).values([{ ...dead, usedAt: now, revokedAt: now }, browser]);
    for (let n = 0; n < 47; n += 1) await app.services.auth.signIn(user.id, 'test');
    // One that has ended goes before those that are alive.
    expect([await count(), await app.db.$count(sessions, eq(sessions.id, dead.id))]).toEqual([50, 0]);
    expect([(await me(user.token)).statusCode, (await me(first)).statusCode]).toEqual([200, 200]);
    const { token: last } = (await login(user.email, testPassword)).json().data;
    await login(user.email, testPassword);
    expect(await count()).toBe(50);
    expect([(await me(user.token)).statusCode, (await me(first)).statusCode]).toEqual([401, 401]);
    expect((await me(last)).statusCode).toBe(200);
    expect(await app.db.$count(sessions, eq(sessions.id, browser.id))).toBe(1);
    expect((await me(other.token)).statusCode).toBe(200);
  });

  test('an external person has a profile and nothing else', async () => {
    const user = await app.addUser('external');
    expect((await me(user.token)).statusCode).toBe(200);
    const refused = await app.call(user, 'GET', '/protocols');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toEqual({ message: 'Недостаточно прав', code: 'forbidden' });
  });
});
