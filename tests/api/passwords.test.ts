import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { passwordResets, users } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';
import { until } from '#tests/support/processes.ts';
import { startTestApp, type TestApp, type TestUser, testPassword } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';
import { waitingSessions } from './support/waiting-sessions.ts';

const appUrl = 'https://app.example.ru';
const newPassword = 'новый-пароль';
const useless = { message: 'Эта ссылка не действительна', code: 'validation_failed' };

describe.each(databaseKinds)('a password set by a link, on %s', (kind) => {
  let now = new Date('2026-11-21T09:00:00Z');
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now }, config: { appUrl } });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    pass(120);
  });
  afterAll(() => app.close());

  const post = (path: string, payload: object, ip = '10.0.0.1') =>
    app.app.inject({
      method: 'POST',
      url: `/api${path}`,
      payload,
      remoteAddress: ip,
      headers: { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' },
    });
  const sendLink = (email: string, ip?: string) => post('/change-password/send-link', { email }, ip);
  const reset = (link: { token: string; email: string }, password = newPassword, ip?: string) =>
    post('/change-password/reset', { ...link, password, password_confirmation: password }, ip);
  const login = (email: string, password: string) => post('/login', { email, password });

  /** Resolves with the links mailed to a person, in order, once there are that many. */
  const linksTo = (email: string, count = 1) =>
    until(() => {
      const said = app.said.filter((line) => line.includes(`для ${email}:`) && line.includes('token='));
      return said.length >= count ? said.map((line) => line.split('\n')[1]?.trim() ?? '') : undefined;
    }, `${count} links for ${email}`);
  const claimOf = (link: string) => {
    const { searchParams } = new URL(link);
    return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' };
  };
  const requestLink = async (user: TestUser) => {
    const before = await linksTo(user.email, 0);
    expect((await sendLink(user.email)).statusCode).toBe(204);
    return claimOf((await linksTo(user.email, before.length + 1)).at(-1) ?? '');
  };

  test('sets it once, ends every session and tells the person', async () => {
    const user = await app.addUser('secretary', { email: `anna+${kind}@example.ru`, name: 'Анна <Петрова>' });
    expect((await sendLink(` ${user.email.toUpperCase()} `)).statusCode).toBe(204);
    const [link = ''] = await linksTo(user.email);
    const { token } = claimOf(link);
    expect(link).toBe(
      `${appUrl}/change-password/${token}?token=${token}&email=${user.email.replace('+', '%2B').replace('@', '%40')}`,
    );
    expect(token).toMatch(/^[\w-]{43}$/);

    expect((await reset(claimOf(link))).statusCode).toBe(204);
    expect((await app.call(user, 'GET', '/me')).statusCode).toBe(401);
    expect((await login(user.email, testPassword)).statusCode).toBe(401);
    expect((await login(user.email, newPassword)).statusCode).toBe(200);
    await until(() => app.said.find((line) => line.includes(`«Пароль изменён» для ${user.email}`)), 'the notice');

    const again = await reset(claimOf(link), 'другой-пароль');
    expect([again.statusCode, again.json()]).toEqual([422, useless]);
    expect((await login(user.email, newPassword)).statusCode).toBe(200);
  });

  test('every e-mail gets the same answer with the same queries', async () => {
    const [active, blocked, invited] = await Promise.all([
      app.addUser(),
      app.addUser('secretary', { isBlocked: true }),
      app.addUser('secretary', { passwordHash: null }),
    ]);
    const send = vi.spyOn(app.services.jobs, 'send').mockResolvedValue(true);
    const { database } = app.services;
    // The accounts are counted every ten minutes, whoever asks: the next calls do not.
    await app.services.addressLimits.refresh(app.db);
    const query = vi.spyOn(database.kind === 'pglite' ? database.connection : (database.pool as never), 'query');
    for (const { email } of [active, blocked, invited, { email: `nobody-${kind}@example.ru` }]) {
      const calls = query.mock.calls.length;
      const reply = await sendLink(email);
      const { date: _, ...headers } = reply.headers;
      expect([reply.statusCode, reply.body, headers['set-cookie'], headers['retry-after']]).toEqual([
        204,
        '',
        undefined,
        undefined,
      ]);
      const others = query.mock.calls.slice(calls).map((asked) => JSON.stringify(asked));
      // Attempts are counted for every address. What the server asks by itself meanwhile is of nobody.
      const ofPeople = others.filter((asked) => asked.includes('users') || asked.includes(email));
      expect(ofPeople.filter((asked) => !asked.includes('attempt_counts'))).toEqual([]);
      expect(send).toHaveBeenLastCalledWith('send-reset-link', email, { email });
    }
    expect(send).toHaveBeenCalledTimes(4);
  });

  test('a blocked person gets no link, and a link sent before does not work', async () => {
    const user = await app.addUser();
    const claim = await requestLink(user);
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, user.id));
    expect((await reset(claim)).json()).toEqual(useless);
    expect((await sendLink(user.email)).statusCode).toBe(204);
    // The jobs of a queue run in order: once the other person's mail is there, this one's would be too.
    await requestLink(await app.addUser());
    expect(await app.db.select().from(mails).where(eq(mails.recipient, user.email))).toHaveLength(1);
    await app.db.update(users).set({ isBlocked: false }).where(eq(users.id, user.id));
    expect((await reset(claim)).statusCode).toBe(204);
  });

  test('a link works for 60 minutes, only with its own e-mail and an unaltered token', async () => {
    const [user, other] = [await app.addUser(), await app.addUser()];
    const claim = await requestLink(user);
    for (const wrong of [
      { ...claim, email: other.email },
      { ...claim, token: `${claim.token}A` },
      { ...claim, token: createHash('sha256').update(claim.token).digest('hex') },
      { ...claim, token: "' or 1=1 --" },
    ]) {
      const refused = await reset(wrong);
      expect([refused.statusCode, refused.json()]).toEqual([422, useless]);
    }
    pass(59);
    const crossing = await requestLink(user);
    pass(2);
    expect((await reset(claim)).json()).toEqual(useless);
    expect((await reset({ ...crossing, email: user.email.toUpperCase() })).statusCode).toBe(204);
  });

  test('a link becomes invalid when the e-mail it was sent to changes, whoever changed it', async () => {
    const admin = await app.addUser('admin');
    for (const user of [await app.addUser(), admin]) {
      const claim = await requestLink(user);
      const email = `new-${user.email}`;
      const moved = await app.call(admin, 'PUT', `/users/${user.id}`, { email, current_password: testPassword });
      expect(moved.statusCode).toBe(200);
      expect((await reset({ ...claim, email })).json()).toEqual(useless);
      expect((await reset(await requestLink({ ...user, email }))).statusCode).toBe(204);
    }
  });

  // The embedded database has a single connection, on which nothing can interfere.
  test.runIf(kind === 'postgres')('a link made while the e-mail is being changed is invalid', async () => {
    const [admin, user] = [await app.addUser('admin'), await app.addUser()];
    const email = `new-${user.email}`;
    const links = app.services.passwordLinks;
    const { sendReset } = links;
    let moved: ReturnType<TestApp['call']> | undefined;
    vi.spyOn(links, 'sendReset').mockImplementationOnce(async (db, person) => {
      moved = app.call(admin, 'PUT', `/users/${user.id}`, { email });
      await Promise.race([
        moved,
        until(async () => (await waitingSessions(app.db)) || undefined, 'the change to wait'),
      ]);
      await sendReset(db, person);
    });
    const claim = await requestLink(user);
    expect((await moved)?.statusCode).toBe(200);
    expect((await reset({ ...claim, email })).json()).toEqual(useless);
  });

  test('an earlier link stays valid beside a second one; using one invalidates the other', async () => {
    const user = await app.addUser();
    const first = await requestLink(user);
    await sendLink(user.email);
    const second = claimOf((await linksTo(user.email, 2))[1] ?? '');
    expect(second.token).not.toBe(first.token);
    expect((await reset(first)).statusCode).toBe(204);
    expect((await reset(second)).json()).toEqual(useless);
  });

  test('the same reset repeated within two minutes succeeds, since the answer may have been lost', async () => {
    const user = await app.addUser();
    const claim = await requestLink(user);
    const replies = await Promise.all([reset(claim), reset(claim)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    await until(() => app.said.find((line) => line.includes(`«Пароль изменён» для ${user.email}`)), 'the notice');
    pass(1);
    const { token } = (await login(user.email, newPassword)).json().data;
    expect((await reset(claim)).statusCode).toBe(204);
    expect((await app.call({ token }, 'GET', '/me')).statusCode).toBe(200);
    expect(await app.db.$count(mails, and(eq(mails.recipient, user.email), eq(mails.subject, 'Пароль изменён')))).toBe(
      1,
    );
    expect((await reset(claim, 'другой-пароль')).json()).toEqual(useless);
    expect((await reset({ ...claim, email: 'other@example.ru' })).json()).toEqual(useless);
    // Later it would tell whoever finds the link whether a guess is the present password.
    pass(1);
    expect((await reset(claim)).json()).toEqual(useless);
  });

  test('a used link answers ten wrong passwords, then not even the right one', async () => {
    const user = await app.addUser();
    const claim = await requestLink(user);
    expect((await reset(claim)).statusCode).toBe(204);
    for (let n = 0; n < 10; n += 1) expect((await reset(claim, `догадка-номер-${n}`)).json()).toEqual(useless);
    expect((await reset(claim)).statusCode).toBe(429);
  });

  test('of two simultaneous resets by one link one succeeds', async () => {
    const user = await app.addUser();
    const claim = await requestLink(user);
    const replies = await Promise.all(['первый-пароль', 'второй-пароль'].map((password) => reset(claim, password)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 422]);
    const [won, lost] = replies[0]?.statusCode === 204 ? ['первый', 'второй'] : ['второй', 'первый'];
    expect((await login(user.email, `${lost}-пароль`)).statusCode).toBe(401);
    expect((await login(user.email, `${won}-пароль`)).statusCode).toBe(200);
  });

  test('no stored data allows a password reset once the mail has been sent', async () => {
    const user = await app.addUser();
    const { token } = await requestLink(user);
    const sent = await until(async () => {
      const [mail] = await app.db.select().from(mails).where(eq(mails.recipient, user.email));
      return mail?.state === 'stored' ? mail : undefined;
    }, 'the state of the mail');
    expect(sent).toMatchObject({ text: '', html: null, attempts: 1, error: null });
    const kept = await app.db.select().from(passwordResets).where(eq(passwordResets.userId, user.id));
    expect(kept.map(({ tokenHash }) => tokenHash)).toEqual([createHash('sha256').update(token).digest('hex')]);
    const tables = await app.db.execute(
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs')`,
    );
    for (const { name } of (tables as unknown as { rows: { name: string }[] }).rows) {
      const found = await app.db.execute(
        sql`select 1 from ${sql.raw(name)} as row where row::text like ${`%${token}%`} limit 1`,
      );
      expect((found as unknown as { rows: unknown[] }).rows, name).toEqual([]);
    }
  });

  test('an invited person sets the first password within 7 days', async () => {
    const [anna, boris] = await Promise.all([1, 2].map(() => app.addUser('external', { passwordHash: null })));
    if (!anna || !boris) throw new Error('two people');
    await app.db.transaction(async (tx) => {
      for (const user of [anna, boris]) {
        await app.services.passwordLinks.invite(tx, { ...user, name: 'Смирнов Павел' }, { name: 'Петрова Анна' });
      }
    });
    const [first, second] = [await linksTo(anna.email), await linksTo(boris.email)];
    expect(app.said.find((line) => line.includes(anna.email))).toContain('«Приглашение в «Протокол»»');
    expect((await login(anna.email, '')).statusCode).toBe(422);
    expect((await login(anna.email, 'какой-нибудь')).statusCode).toBe(401);
    pass(7 * 24 * 60 - 1);
    expect((await reset(claimOf(first[0] ?? ''))).statusCode).toBe(204);
    expect((await login(anna.email, newPassword)).statusCode).toBe(200);
    pass(2);
    expect((await reset(claimOf(second[0] ?? ''))).json()).toEqual(useless);
    // A person whose invitation has expired requests a link like anyone else.
    expect((await sendLink(boris.email)).statusCode).toBe(204);
    expect((await reset(claimOf((await linksTo(boris.email, 2))[1] ?? ''))).statusCode).toBe(204);
  });

  test('a rolled-back transaction sends no invitation', async () => {
    const user = await app.addUser('external', { passwordHash: null });
    const failing = app.db.transaction(async (tx) => {
      await app.services.passwordLinks.invite(tx, { ...user, name: '' });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await requestLink(await app.addUser());
    expect(app.said.filter((line) => line.includes(user.email))).toEqual([]);
    expect(await app.db.select().from(mails).where(eq(mails.recipient, user.email))).toEqual([]);
  });

  test('a password that is too short, or another one repeated, is told at its field', async () => {
    const claim = { token: 'x', email: 'anna@example.ru' };
    const short = await reset(claim, '12345');
    expect([short.statusCode, short.json().errors]).toEqual([
      422,
      { password: ['Пароль должен содержать минимум 6 символов'] },
    ]);
    const body = { ...claim, password: newPassword, password_confirmation: 'другой' };
    expect((await post('/change-password/reset', body)).json().errors).toEqual({
      password_confirmation: ['Пароли должны совпадать'],
    });
  });

  describe('rate limit', () => {
    const refusal = (reply: Awaited<ReturnType<typeof post>>) => [
      reply.statusCode,
      reply.json(),
      reply.headers['retry-after'],
    ];
    const told = (message: string) => ({ message, code: 'rate_limited' });

    test('by account, whether or not it exists', async () => {
      const user = await app.addUser();
      for (const email of [user.email, `nobody-limit-${kind}@example.ru`]) {
        for (let i = 1; i <= 5; i += 1) expect((await sendLink(email, `10.1.0.${i}`)).statusCode).toBe(204);
        expect(refusal(await sendLink(email, '10.1.0.9'))).toEqual([
          429,
          told('Слишком много запросов. Попробуйте снова через 60\u00a0минут'),
          '3600',
        ]);
      }
      pass(59);
      expect((await sendLink(user.email, '10.1.0.9')).json().message).toContain('через 1\u00a0минуту');
      pass(1);
      expect((await sendLink(user.email, '10.1.0.9')).statusCode).toBe(204);
    });

    test('by IP address, behind which a whole office may be', async () => {
      const office = 300;
      for (let i = 1; i <= office; i += 1) {
        expect((await sendLink(`nobody-${i}-${kind}@example.ru`, '10.2.0.1')).statusCode).toBe(204);
      }
      expect((await sendLink(`one-more-${kind}@example.ru`, '10.2.0.1')).statusCode).toBe(429);
      expect((await sendLink(`one-more-${kind}@example.ru`, '10.2.0.2')).statusCode).toBe(204);
    });

    test('wrong links are refused by address, a genuine one never, whoever used up the attempts', async () => {
      const user = await app.addUser();
      const claim = await requestLink(user);
      const guess = (n: number, ip: string) => reset({ ...claim, token: `guess-${n}` }, newPassword, ip);
      for (let n = 0; n < 50; n += 1) expect((await guess(n, '10.3.0.1')).statusCode).toBe(422);
      expect(refusal(await guess(50, '10.3.0.1'))).toEqual([
        429,
        told('Слишком много попыток. Попробуйте снова через 15\u00a0минут'),
        '900',
      ]);
      // The e-mail counts for nothing: nobody is refused elsewhere.
      for (let n = 0; n < 50; n += 1) expect((await guess(n, `10.3.${n}.2`)).statusCode).toBe(422);
      expect((await reset(claim, newPassword, '10.3.0.1')).statusCode).toBe(204);
    });
  });
});
