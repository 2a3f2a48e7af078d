import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mails } from '#server/schema/service.ts';
import { newSeries } from '#tests/support/call-examples.ts';
import { until } from '#tests/support/processes.ts';
import { named, rowOf } from './support/people.ts';
import { readMail } from './support/read-mail.ts';
import { startTestApp, type TestApp, type TestUser, testPassword } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('people on %s', (kind) => {
  let app: TestApp;
  let admin: TestUser;
  let manager: TestUser;
  let otherManager: TestUser;
  let anna: TestUser;
  let boris: TestUser;
  /** External participants, by who added them. */
  const made: Record<'manager' | 'anna' | 'boris', TestUser> = {} as never;
  beforeAll(async () => {
    app = await startTestApp(kind);
    admin = await app.addUser('admin', named('Соколов'));
    manager = await app.addUser('manager', named('Белова'));
    otherManager = await app.addUser('manager', named('Громов'));
    anna = await app.addUser('secretary', { ...named('Яшина Анна'), managerId: manager.id, phone: '+7 1' });
    boris = await app.addUser('secretary', { ...named('Ёлкин Борис'), managerId: otherManager.id });
    made.manager = await app.addUser('external', { ...named('Внешний Первый'), createdById: manager.id });
    made.anna = await app.addUser('external', { ...named('Внешний Второй'), createdById: anna.id, phone: '+7 2' });
    made.boris = await app.addUser('external', { ...named('Внешний Третий'), createdById: boris.id });
  });
  afterAll(() => app.close());

  const email = () => `${uuidv7()}@example.ru`;
  const aMeeting = { title: 'Планёрка', start_at: '2026-03-02T10:00:00Z', end_at: '2026-03-02T11:00:00Z' };
  const create = (user: TestUser, body: object) => app.call(user, 'POST', '/users', body);
  const update = (user: TestUser, { id }: { id: string }, body: object) => app.call(user, 'PUT', `/users/${id}`, body);
  const read = (user: TestUser, { id }: { id: string }) => app.call(user, 'GET', `/users/${id}`);
  const isAlive = async (user: TestUser) => (await app.call(user, 'GET', '/me')).statusCode === 200;
  const reset = (address: string, token: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/change-password/reset',
      payload: { token, email: address, password: 'чужой-пароль', password_confirmation: 'чужой-пароль' },
    });
  /** Resolves with the token of the last link mailed to this address. */
  const tokenFor = (address: string) =>
    until(() => {
      const said = app.said.filter((line) => line.includes(`для ${address}:`)).at(-1);
      return said && /token=([\w-]+)/.exec(said)?.[1];
    }, `a link for ${address}`);
  const mailsTo = async (address: string) =>
    (await app.db.select().from(mails)).filter(({ recipient }) => recipient === address);

  describe('reading people', () => {
    test('an administrator reads all fields of everyone, and no password is exposed', async () => {
      const reply = await read(admin, anna);
      expect(reply.json().data).toEqual({
        ...{ id: anna.id, email: anna.email, role: 'secretary', name: 'Яшина Анна', phone: '+7 1' },
        ...{ position: null, organization: null, avatar_url: null, is_blocked: false, manager_id: manager.id },
        ...{ invitation: null, invited_at: null },
      });
      for (const path of ['/users', `/users/${anna.id}`, '/me'])
        expect((await app.call(admin, 'GET', path)).body).not.toMatch(/argon2|password/i);
    });

    test('a manager reads themselves, the own secretaries and whom they or those made', async () => {
      for (const person of [manager, anna, made.manager, made.anna])
        expect((await read(manager, person)).json().data).toMatchObject({ id: person.id, is_blocked: false });
      for (const person of [admin, otherManager, boris, made.boris, { id: 'no-such-id' }]) {
        const reply = await read(manager, person);
        expect([reply.statusCode, reply.json()]).toEqual([
          404,
          { message: 'Пользователь не найден', code: 'not_found' },
        ]);
      }
    });

    test.each(['admin', 'manager'] as const)(
      'a manager has no access to a former secretary who is %s now',
      async (role) => {
        const risen = await app.addUser(role, { managerId: manager.id, createdById: manager.id });
        expect((await read(manager, risen)).statusCode).toBe(404);
        expect((await update(manager, risen, { password: 'захвачено' })).statusCode).toBe(404);
      },
    );

    test('a secretary reads selectable people without phone and block, and the own externals in full', async () => {
      expect((await read(anna, boris)).json().data).toEqual({
        ...{ id: boris.id, email: boris.email, role: 'secretary', name: 'Ёлкин Борис' },
        ...{ position: null, organization: null, avatar_url: null },
      });
      expect((await read(anna, made.boris)).json().data).not.toHaveProperty('phone');
      expect((await read(anna, made.anna)).json().data).toMatchObject({ phone: '+7 2', is_blocked: false });
      expect((await read(anna, anna)).json().data).toMatchObject({ phone: '+7 1', manager_id: manager.id });
    });

    test('a secretary can still read the name of a blocked person', async () => {
      const gone = await app.addUser('manager', { name: 'Ушедший', isBlocked: true });
      expect((await read(anna, gone)).json().data).toMatchObject({ name: 'Ушедший' });
    });

    test('an external person reads themselves only', async () => {
      expect((await read(made.anna, made.anna)).json().data).toMatchObject({ phone: '+7 2', role: 'external' });
      for (const person of [anna, admin, made.boris, { id: 'no-such-id' }])
        expect((await read(made.anna, person)).statusCode).toBe(404);
      expect((await app.call(made.anna, 'GET', '/users')).statusCode).toBe(403);
      expect((await create(made.anna, { email: email(), role: 'external' })).statusCode).toBe(403);
      expect((await app.call(null, 'GET', `/users/${anna.id}`)).statusCode).toBe(401);
    });
  });

  describe('adding people', () => {
    test.each(['admin', 'manager', 'secretary', 'external'])('an administrator adds: %s', async (role) => {
      const address = `Ann.${uuidv7()}@Example.RU`;
      const reply = await create(admin, { email: ` ${address} `, role, name: 'Новый', password: 'шесть6' });
      expect(reply.statusCode, reply.body).toBe(201);
      const { data } = reply.json();
      expect(data).toMatchObject({ role, email: address.toLowerCase(), name: 'Новый', is_blocked: false });
      const signedIn = await app.call(null, 'POST', '/login', { email: address, password: 'шесть6' });
      expect(signedIn.statusCode).toBe(200);
      expect(await mailsTo(address.toLowerCase())).toEqual([]);
    });

    test('without a password the person is invited by whoever adds them', async () => {
      const address = email();
      const reply = await create(manager, { email: address, role: 'secretary', name: 'Новая Мария' });
      expect(reply.json().data).toMatchObject({ manager_id: manager.id });
      expect(await mailsTo(address)).toHaveLength(1);
      // The text of a mail is deleted once it is sent: it is read where it was written.
      const sent = await until(() => app.said.find((line) => line.includes(`для ${address}:`)), 'the invitation');
      const { text } = await readMail(await readFile(/: (.+\.eml)$/m.exec(sent)?.[1] ?? '', 'utf8'));
      expect(text).toMatch(/Здравствуйте, Новая Мария![\s\S]*Белова приглашает[\s\S]*\/change-password\//);
      const signIn = await app.call(null, 'POST', '/login', { email: address, password: 'что угодно' });
      expect(signIn.statusCode).toBe(401);
    });

    test('a secretary added by a manager has them as manager; an external has none', async () => {
      const external = await create(manager, { email: email(), role: 'external', manager_id: null });
      expect(external.json().data).toMatchObject({ role: 'external', manager_id: null });
      const secretary = await create(manager, { email: email(), role: 'secretary', manager_id: manager.id });
      expect(secretary.json().data.manager_id).toBe(manager.id);
      expect((await read(manager, external.json().data)).statusCode).toBe(200);
    });

    test.each([
      ['manager', 'admin', 'Руководитель назначает только роли секретаря и внешнего участника'],
      ['manager', 'manager', 'Руководитель назначает только роли секретаря и внешнего участника'],
      ['secretary', 'secretary', 'Секретарь назначает только роль внешнего участника'],
      ['secretary', 'admin', 'Секретарь назначает только роль внешнего участника'],
    ])('a %s cannot add: %s', async (who, role, message) => {
      const address = email();
      const reply = await create(who === 'manager' ? manager : anna, { email: address, role });
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toEqual({ message, code: 'forbidden', errors: { role: [message] } });
      expect(await mailsTo(address)).toEqual([]);
    });

    test.each([
      [{ email: 'не адрес' }, { email: ['Неверный формат e-mail'] }],
      [{ email: '' }, { email: ['Поле обязательно для заполнения'] }],
      [{ email: undefined }, { email: ['Поле обязательно для заполнения'] }],
      [{ role: 'царь' }, { role: ['Недопустимое значение'] }],
      [{ role: undefined }, { role: ['Поле обязательно для заполнения'] }],
      [{ password: 'пять5' }, { password: ['Пароль должен содержать минимум 6 символов'] }],
      [{ name: '   ' }, { name: ['Поле обязательно для заполнения'] }],
      [{ name: 'я'.repeat(10_000) }, { name: ['Не больше 200 символов'] }],
      [{ role: 'secretary', manager_id: 'no-such-id' }, { manager_id: ['Такого руководителя нет'] }],
      [{ role: 'external', manager_id: 'x' }, { manager_id: ['Руководитель бывает только у секретаря'] }],
      [{ id: '../x' }, { id: ['Идентификатор должен быть UUID'] }],
    ])('%j is refused at its field', async (wrong, errors) => {
      const reply = await create(admin, { email: email(), role: 'external', name: 'А', ...wrong });
      expect(reply.statusCode).toBe(422);
      expect(reply.json().errors).toEqual(errors);
    });

    test('a secretary’s manager must be a manager', async () => {
      const refused = await create(admin, { email: email(), role: 'secretary', manager_id: anna.id });
      expect(refused.json().errors).toEqual({ manager_id: ['Такого руководителя нет'] });
      const taken = await create(admin, { email: email(), role: 'secretary', manager_id: otherManager.id });
      expect(taken.json().data.manager_id).toBe(otherManager.id);
      const another = await create(manager, { email: email(), role: 'secretary', manager_id: otherManager.id });
      expect(another.json().errors).toEqual({
        manager_id: ['Передать секретаря другому руководителю может только администратор'],
      });
    });

    test('nobody becomes their own manager, not even by becoming a secretary', async () => {
      const person = await app.addUser('manager');
      const reply = await update(admin, person, { role: 'secretary', manager_id: person.id });
      expect(reply.statusCode).toBe(422);
      expect(reply.json().errors).toEqual({ manager_id: ['Такого руководителя нет'] });
    });

    test('an e-mail in use is refused in capitals too, as is an id in use', async () => {
      const message = 'Пользователь с таким e-mail уже есть';
      const reply = await create(admin, { email: anna.email.toUpperCase(), role: 'external' });
      expect(reply.statusCode).toBe(422);
      expect(reply.json()).toEqual({ message, code: 'validation_failed', errors: { email: [message] } });
      const sameId = await create(admin, { id: anna.id, email: email(), role: 'external' });
      expect([sameId.statusCode, sameId.json().code]).toEqual([409, 'id_taken']);
    });

    test('an address at a domain in Unicode and its form in ASCII are one person', async () => {
      const name = uuidv7();
      const [typed, ascii] = [`${name}@почта.рф`, `${name}@xn--80a1acny.xn--p1ai`];
      const made = await create(admin, { email: typed, role: 'external', password: testPassword });
      expect([made.statusCode, made.json().data?.email]).toEqual([201, ascii]);
      for (const address of [typed, ascii.toUpperCase()]) {
        const again = await create(admin, { email: address, role: 'external' });
        expect(again.json().errors).toEqual({ email: ['Пользователь с таким e-mail уже есть'] });
        const row = { line: 2, name: 'Ящик', email: address, role: '', manager: '' };
        const rows = [{ ...row, position: '', organization: '', phone: '' }];
        const planned = await app.call(admin, 'POST', '/users/import/preview', { rows });
        expect(planned.json().data.rows[0].action).toBe('exists');
        const signedIn = await app.call(null, 'POST', '/login', { email: address, password: testPassword });
        expect(signedIn.statusCode).toBe(200);
        const found = await app.call(admin, 'GET', `/users?search=${encodeURIComponent(address)}`);
        expect(found.json().data.map((each: { email: string }) => each.email)).toEqual([ascii]);
      }
      const token = (await app.call(null, 'POST', '/login', { email: typed, password: testPassword })).json().data
        .token;
      const same = await update({ ...admin, token }, made.json().data, { email: typed, name: 'Ящик' });
      expect([same.statusCode, same.json().data?.email]).toEqual([200, ascii]);
    });

    test('only an administrator can try addresses for existing accounts without a limit', async () => {
      const curious = await app.addUser('manager');
      const free = (await create(curious, { email: email(), role: 'external' })).json().data;
      const guess = (times: number) =>
        times % 2 === 0
          ? create(curious, { email: anna.email, role: 'external' })
          : update(curious, free, { email: anna.email });
      const statuses = [];
      for (let times = 0; times < 31; times += 1) statuses.push((await guess(times)).statusCode);
      expect(statuses).toEqual([...Array(30).fill(422), 429]);
      expect((await create(curious, { email: email(), role: 'external' })).statusCode).toBe(429);
      expect((await update(curious, free, { name: 'Новое имя' })).statusCode).toBe(200);
      for (let times = 0; times < 31; times += 1)
        expect((await create(admin, { email: anna.email, role: 'external' })).statusCode).toBe(422);
    });

    test('blanks between words of a name are reduced to one', async () => {
      const reply = await create(admin, { email: email(), role: 'external', name: '  Котова \t Нина  ' });
      expect(reply.json().data.name).toBe('Котова Нина');
    });

    test('of three simultaneous additions with one e-mail one succeeds, with one mail', async () => {
      const address = email();
      const replies = await Promise.all(
        [address, address.toUpperCase(), address].map((each) => create(anna, { email: each, role: 'external' })),
      );
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422]);
      expect(await mailsTo(address)).toHaveLength(1);
      const { rows } = (await app.db.execute(
        sql`select count(*)::int as n from users where email = ${address}`,
      )) as unknown as { rows: unknown[] };
      expect(rows).toEqual([{ n: 1 }]);
    });

    test.each([
      ['emoji', 'Ольга 👩‍💻 Ёж'],
      ['HTML', '<img src=x onerror=alert(1)>&amp;"\''],
      ['right to left', 'שרה مرحبا \u202eabc'],
      ['the longest', '漢'.repeat(200)],
    ])('a name is kept as it is: %s', async (_, name) => {
      const more = { position: name, organization: name, email: email(), role: 'external', password: 'пароль' };
      const { data } = (await create(admin, { name, ...more })).json();
      expect(data).toMatchObject({ name, position: name, organization: name });
      expect((await read(admin, data)).json().data.name).toBe(name);
    });
  });

  describe('changing people', () => {
    test('fields not named stay, unknown and unchanged fields are ignored', async () => {
      const person = await app.addUser('external', { name: 'Было', phone: '+7 3', position: 'юрист' });
      const before = (await read(admin, person)).json().data;
      const reply = await update(admin, person, { ...before, position: null, colour: 'red', password_hash: 'x' });
      expect(reply.statusCode, reply.body).toBe(200);
      expect(reply.json().data).toEqual({ ...before, position: null });
      expect(reply.json().data).toEqual((await read(admin, person)).json().data);
      expect(await isAlive(person)).toBe(true);
    });

    test('a manager changes and blocks the own people; for others the reply is 404', async () => {
      const own = await app.addUser('secretary', { managerId: manager.id });
      const reply = await update(manager, own, {
        name: 'Другая',
        email: own.email.toUpperCase(),
        manager_id: manager.id,
      });
      expect(reply.json().data).toMatchObject({ name: 'Другая', email: own.email, manager_id: manager.id });
      expect((await update(manager, made.anna, { position: 'аудитор' })).statusCode).toBe(200);
      expect((await update(manager, own, { is_blocked: true })).json().data.is_blocked).toBe(true);
      for (const person of [admin, otherManager, boris, made.boris, { id: 'no-such-id' }])
        expect((await update(manager, person, { name: 'Моё' })).statusCode).toBe(404);
      expect((await rowOf(app, boris)).name).toBe('Ёлкин Борис');
    });

    test('a manager assigns no higher role and transfers nobody', async () => {
      const own = await app.addUser('secretary', { managerId: manager.id });
      for (const role of ['admin', 'manager']) {
        const reply = await update(manager, own, { role });
        expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([403, ['role']]);
      }
      for (const manager_id of [otherManager.id, null])
        expect((await update(manager, own, { manager_id })).json().errors).toEqual({
          manager_id: ['Передать секретаря другому руководителю может только администратор'],
        });
      expect(await rowOf(app, own)).toMatchObject({ role: 'secretary', managerId: manager.id });
      expect((await update(manager, own, { role: 'external' })).json().data.role).toBe('external');
      expect((await update(manager, own, { role: 'secretary' })).json().data).toMatchObject({
        ...{ role: 'secretary', manager_id: manager.id },
      });
    });

    test('a secretary changes and blocks the own externals, and nobody else', async () => {
      const own = await app.addUser('external', { createdById: anna.id });
      expect((await update(anna, own, { name: 'Мой', is_blocked: true })).json().data).toMatchObject({
        ...{ name: 'Мой', is_blocked: true },
      });
      expect((await update(anna, own, { role: 'secretary' })).statusCode).toBe(403);
      expect((await update(anna, own, { manager_id: manager.id })).statusCode).toBe(422);
      for (const person of [boris, made.boris, made.manager, admin, { id: 'no-such-id' }])
        expect((await update(anna, person, { name: 'Моё' })).statusCode).toBe(404);
    });

    test.each(['admin', 'manager', 'secretary', 'external'] as const)(
      'a %s changes the own profile fields only',
      async (role) => {
        const self = await app.addUser(role);
        await app.addUser('admin');
        const profile = { name: 'Я', position: 'п', organization: 'о', phone: 'т' };
        const unchanged = { role, is_blocked: false, manager_id: null, email: self.email.toUpperCase() };
        const reply = await update(self, self, { ...profile, ...unchanged });
        expect(reply.statusCode, reply.body).toBe(200);
        expect(reply.json().data).toMatchObject({ ...profile, role, email: self.email });
        const asked = { role: role === 'admin' ? 'external' : 'admin', is_blocked: true, manager_id: manager.id };
        const refused = await update(self, self, { ...asked, password: 'новый пароль', name: 'Не я' });
        expect(refused.statusCode).toBe(422);
        expect(refused.json().errors).toEqual({
          role: ['Свою роль изменить нельзя'],
          is_blocked: ['Себя заблокировать нельзя'],
          manager_id: ['Своего руководителя изменить нельзя'],
          password: ['Свой пароль меняют в настройках: там нужен и прежний'],
        });
        expect(await rowOf(app, self)).toMatchObject({ name: 'Я', role, isBlocked: false, managerId: null });
        const moved = await update(self, self, { email: `new.${self.email}`, current_password: testPassword });
        expect(moved.statusCode).toBe(role === 'admin' ? 200 : 422);
        if (role !== 'admin')
          expect(moved.json().errors).toEqual({ email: ['Свой e-mail изменить нельзя: попросите администратора'] });
        expect(await isAlive(self)).toBe(true);
      },
    );

    test('an e-mail that another has is refused, the own one in capitals is not', async () => {
      const person = await app.addUser('external');
      const refused = await update(admin, person, { email: anna.email.toUpperCase(), name: 'Не запишется' });
      expect(refused.json().errors).toEqual({ email: ['Пользователь с таким e-mail уже есть'] });
      expect((await rowOf(app, person)).name).not.toBe('Не запишется');
      expect((await update(admin, person, { email: person.email.toUpperCase() })).statusCode).toBe(200);
    });

    test('a block ends every session at once, and prevents a sign-in', async () => {
      const person = await app.addUser('secretary', { managerId: manager.id });
      const second = await app.services.auth.signIn(person.id, 'telephone');
      expect(await isAlive(person)).toBe(true);
      await update(manager, person, { is_blocked: true });
      expect(await isAlive(person)).toBe(false);
      expect(await isAlive({ ...person, token: second.token })).toBe(false);
      expect(await app.services.auth.refresh(second.refreshToken)).toBeUndefined();
      const login = { email: person.email, password: testPassword };
      expect((await app.call(null, 'POST', '/login', login)).json().code).toBe('blocked');
      await update(manager, person, { is_blocked: false });
      expect(await isAlive(person)).toBe(false);
      expect((await app.call(null, 'POST', '/login', login)).statusCode).toBe(200);
    });

    test('a password set by another person ends the sessions and is announced by mail', async () => {
      const person = await app.addUser('external', { createdById: anna.id });
      expect(await isAlive(person)).toBe(true);
      expect((await update(admin, person, { password: 'задан другим' })).statusCode).toBe(200);
      expect(await isAlive(person)).toBe(false);
      const login = (password: string) => app.call(null, 'POST', '/login', { email: person.email, password });
      expect((await login(testPassword)).statusCode).toBe(401);
      expect((await login('задан другим')).statusCode).toBe(200);
      expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual(['Пароль изменён']);
    });

    test('an administrator changes the own e-mail with the password, and the earlier address is notified', async () => {
      const self = await app.addUser('admin');
      const moved = { email: email() };
      for (const [given, said] of [
        [{}, 'Введите нынешний пароль: без него e-mail не изменить'],
        [{ current_password: 'не тот' }, 'Это не ваш нынешний пароль'],
      ] as const) {
        const reply = await update(self, self, { ...moved, ...given });
        expect([reply.statusCode, reply.json().errors]).toEqual([422, { current_password: [said] }]);
      }
      expect((await rowOf(app, self)).email).toBe(self.email);
      const reply = await update(self, self, { ...moved, current_password: testPassword });
      expect(reply.json().data).toMatchObject(moved);
      expect((await mailsTo(self.email)).map(({ subject }) => subject)).toEqual(['E-mail для входа изменён']);
      expect(await mailsTo(moved.email)).toEqual([]);
    });

    test('guesses of the password by changing the own e-mail are rate-limited', async () => {
      const self = await app.addUser('admin');
      for (let times = 0; times < 5; times += 1) {
        await update(self, self, { email: email(), current_password: `догадка ${times}` });
        const guess = {
          current_password: `ещё ${times}`,
          password: 'новый-пароль',
          password_confirmation: 'новый-пароль',
        };
        await app.call(self, 'PUT', '/me/password', guess);
      }
      const reply = await update(self, self, { email: email(), current_password: testPassword });
      expect(reply.statusCode).toBe(429);
    });

    test('nobody but an administrator sets a password, or the e-mail of an account that is in use', async () => {
      const secretary = await app.addUser('secretary', { managerId: manager.id });
      const external = await app.addUser('external', { createdById: anna.id });
      for (const [actor, person] of [
        [manager, secretary],
        [anna, external],
      ] as const) {
        for (const [asked, field] of [
          [{ password: 'захвачено' }, 'password'],
          [{ email: email() }, 'email'],
        ] as const) {
          const reply = await update(actor, person, asked);
          expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]]);
        }
        expect(await isAlive(person)).toBe(true);
        expect((await rowOf(app, person)).email).toBe(person.email);
        expect(await mailsTo(person.email)).toEqual([]);
        const reply = await create(actor, { email: email(), role: 'external', password: 'известен двоим' });
        expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['password']]);
      }
      const { data } = (await create(manager, { email: email(), role: 'secretary' })).json();
      const right = email();
      expect((await update(manager, data, { email: right })).json().data.email).toBe(right);
      expect((await mailsTo(right)).map(({ subject }) => subject)).toEqual(['Приглашение в «Протокол»']);
    });

    test('only an administrator changes the e-mail of a person whom others work with', async () => {
      const { data: person } = (await create(anna, { email: email(), role: 'external', name: 'Сидоров' })).json();
      const { data } = (await app.call(boris, 'POST', '/protocols', { title: 'О складе' })).json();
      const right = email();
      expect((await update(anna, person, { email: right })).statusCode).toBe(200);
      await app.call(boris, 'POST', `/protocols/${data.id}/members`, { member_id: person.id });
      for (const actor of [anna, manager]) {
        const address = email();
        const reply = await update(actor, person, { email: address, name: 'Сидоров' });
        expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['email']]);
        expect(await mailsTo(address)).toEqual([]);
      }
      expect((await update(anna, person, { email: right.toUpperCase(), phone: '+7 3' })).statusCode).toBe(200);
      expect((await update(admin, person, { email: email() })).statusCode).toBe(200);
      // A meeting of the manager's own secretary does not prevent the change.
      await app.call(boris, 'DELETE', `/protocols/${data.id}`);
      await app.call(anna, 'POST', '/meetings', { ...aMeeting, participant_ids: [person.id] });
      expect((await update(manager, person, { email: email() })).statusCode).toBe(200);
      const series = { ...newSeries(), participant_ids: [person.id] };
      expect((await app.call(boris, 'POST', '/meeting-series', series)).statusCode).toBe(201);
      expect((await update(manager, person, { email: email() })).statusCode).toBe(422);
    });

    test.each([
      ['a protocol', '/protocols', { title: 'О складе' }],
      ['a meeting', '/meetings', aMeeting],
      ['a series of meetings', '/meeting-series', newSeries()],
      ['a body', '/bodies', { name: 'Комиссия' }],
    ])('only an administrator changes the e-mail of an invited secretary who was given %s', async (_, path, work) => {
      const { data: clerk } = (await create(manager, { email: email(), role: 'secretary' })).json();
      const former = await app.addUser();
      expect((await app.call(former, 'POST', path, work)).statusCode).toBe(201);
      const moved = await app.call(admin, 'POST', `/users/${former.id}/handover`, { to: clerk.id });
      expect(moved.statusCode, moved.body).toBe(200);
      const address = email();
      const reply = await update(manager, clerk, { email: address });
      expect([reply.statusCode, reply.json().errors]).toEqual([
        422,
        {
          email: ['У этого человека уже есть протоколы, встречи или комиссии. Изменить его e-mail может администратор'],
        },
      ]);
      expect([(await rowOf(app, clerk)).email, await mailsTo(address)]).toEqual([clerk.email, []]);
      expect((await update(manager, clerk, { email: clerk.email, name: 'Котова Нина' })).statusCode).toBe(200);
      expect((await update(admin, clerk, { email: address })).statusCode).toBe(200);
    });

    test('only an administrator blocks an external person whom others work with', async () => {
      const { data: person } = (await create(anna, { email: email(), role: 'external', name: 'Сидоров' })).json();
      const { data } = (await app.call(boris, 'POST', '/protocols', { title: 'О складе' })).json();
      await app.call(boris, 'POST', `/protocols/${data.id}/members`, { member_id: person.id });
      for (const actor of [anna, manager]) {
        const reply = await update(actor, person, { name: 'Сидоров', is_blocked: true });
        expect([reply.statusCode, reply.json().errors]).toEqual([
          422,
          { is_blocked: ['С этим человеком работают и другие секретари. Закрыть ему доступ может администратор'] },
        ]);
      }
      expect((await update(anna, person, { name: 'Сидоров Пётр', is_blocked: false })).statusCode).toBe(200);
      expect((await update(admin, person, { is_blocked: true })).statusCode).toBe(200);
      expect((await update(anna, person, { name: 'Сидоров', is_blocked: true })).statusCode).toBe(200);
      expect((await update(anna, person, { is_blocked: false })).statusCode).toBe(200);
      // A manager's own secretary is the manager's to shut out, whoever invites the secretary.
      const clerk = await app.addUser('secretary', { managerId: manager.id });
      await app.call(boris, 'POST', `/protocols/${data.id}/members`, { member_id: clerk.id });
      expect((await update(manager, clerk, { is_blocked: true })).statusCode).toBe(200);
    });

    test('a simultaneous change of e-mail and password is announced to the earlier address', async () => {
      const person = await app.addUser('secretary', { managerId: manager.id });
      const moved = email();
      expect((await update(admin, person, { email: moved, password: 'другой пароль' })).statusCode).toBe(200);
      const told = (await mailsTo(person.email)).map(({ subject }) => subject);
      expect(told.sort()).toEqual(['E-mail для входа изменён', 'Пароль изменён']);
      expect(await mailsTo(moved)).toEqual([]);
    });

    test('another role ends the sessions, and removes the manager of a secretary', async () => {
      const person = await app.addUser('secretary', { managerId: manager.id });
      expect(await isAlive(person)).toBe(true);
      const reply = await update(admin, person, { role: 'manager', manager_id: manager.id });
      expect(reply.json().data).toMatchObject({ role: 'manager', manager_id: null });
      expect(await isAlive(person)).toBe(false);
      expect((await read(manager, person)).statusCode).toBe(404);
    });

    test('a changed e-mail gets an invitation only if one was sent before, and never while the person is blocked', async () => {
      const [wrong, right, third] = [email(), email(), email()];
      // As a table adds somebody whose invitation is to wait.
      const person = await app.addUser('external', { email: wrong, passwordHash: null });
      expect((await update(admin, person, { email: right })).json().data).toMatchObject({ invitation: 'none' });
      expect(await mailsTo(right)).toEqual([]);

      await app.call(admin, 'POST', `/users/${person.id}/invitation`);
      await update(admin, person, { is_blocked: true });
      // The link at the address before opens nothing any more.
      expect((await update(admin, person, { email: third })).json().data).toMatchObject({ invitation: 'expired' });
      expect(await mailsTo(third)).toEqual([]);
      await update(admin, person, { is_blocked: false });
      await update(admin, person, { email: wrong });
      expect((await mailsTo(wrong)).map(({ subject }) => subject)).toEqual(['Приглашение в «Протокол»']);
    });

    test('an unused invitation is sent again to a changed e-mail', async () => {
      const wrong = email();
      const { data } = (await create(admin, { email: wrong, role: 'external' })).json();
      const right = email();
      await update(admin, data, { email: right });
      expect((await mailsTo(right)).map(({ subject }) => subject)).toEqual(['Приглашение в «Протокол»']);
      // The owner of the first address may learn the right one: the earlier link must not work for it.
      expect((await reset(right, await tokenFor(wrong))).statusCode).toBe(422);
      await update(admin, data, { name: 'Без нового письма' });
      expect(await mailsTo(right)).toHaveLength(1);
      const last = await tokenFor(right);
      // With the one before these are five.
      for (let times = 0; times < 4; times += 1)
        expect((await update(admin, data, { email: email() })).statusCode).toBe(200);
      const victim = email();
      const reply = await update(admin, data, { email: victim });
      expect([reply.statusCode, await mailsTo(victim)]).toEqual([429, []]);
      const now = (await rowOf(app, data)).email;
      expect(now).not.toBe(victim);
      expect((await reset(now, last)).statusCode).toBe(422);
      expect((await reset(now, await tokenFor(now))).statusCode).toBe(204);
    });
  });
});
