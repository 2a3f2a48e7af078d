import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '#tests/support/picture.ts';
import { rowOf, sendForm } from './support/people.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('the own profile on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test.each(['admin', 'manager', 'secretary', 'external'] as const)('can be changed by a %s', async (role) => {
    const user = await app.addUser(role, { position: 'юрист' });
    const reply = await app.call(user, 'PUT', '/me', { name: ' Новое Имя ', phone: '+7 900', organization: null });
    expect(reply.statusCode, reply.body).toBe(200);
    const { data } = reply.json();
    expect(data).toMatchObject({ ...{ id: user.id, role, name: 'Новое Имя' }, position: 'юрист', phone: '+7 900' });
    expect((await app.call(user, 'GET', '/me')).json().data).toEqual(data);
  });

  test('changes leave role, e-mail and password untouched', async () => {
    const user = await app.addUser();
    const before = await rowOf(app, user);
    const asked = {
      role: 'admin',
      email: 'other@example.ru',
      is_blocked: true,
      manager_id: user.id,
      password: 'другой',
    };
    const reply = await app.call(user, 'PUT', '/me', { ...asked, id: 'x', avatar_url: 'http://evil/x.png' });
    expect(reply.statusCode).toBe(200);
    expect({ ...(await rowOf(app, user)), updatedAt: null, searchKey: null, search: null }).toEqual({
      ...before,
      ...{ updatedAt: null, searchKey: null, search: null },
    });
    expect((await app.call(user, 'GET', '/me')).statusCode).toBe(200);
  });

  test('is found by its new name in a search', async () => {
    const user = await app.addUser();
    await app.call(user, 'PUT', '/me', { name: 'Щукина Мария' });
    const { data } = (await app.call(user, 'GET', `/users?search=${encodeURIComponent('щук')}`)).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual([user.id]);
  });

  test.each([
    [{ name: '' }, { name: ['Поле обязательно для заполнения'] }],
    [{ name: 'я'.repeat(201) }, { name: ['Не больше 200 символов'] }],
    [{ phone: '7'.repeat(51) }, { phone: ['Не больше 50 символов'] }],
    [{ position: 7 }, { position: ['Значение не того вида'] }],
  ])('%j is refused and changes nothing', async (wrong, errors) => {
    const user = await app.addUser();
    const reply = await app.call(user, 'PUT', '/me', { organization: 'Не запишется', ...wrong });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toEqual(errors);
    expect((await rowOf(app, user)).organization).toBeNull();
  });

  test('form data equals JSON, with an empty value for a field that is cleared', async () => {
    const [byJson, byForm] = [
      await app.addUser('secretary', { phone: '+7 1' }),
      await app.addUser('secretary', { phone: '+7 1' }),
    ];
    const json = await app.call(byJson, 'PUT', '/me', { name: 'Я', position: 'п', phone: null });
    const form = await sendForm(app, byForm, '/me', [
      ['_method', 'PUT'],
      ['name', 'Я'],
      ['position', 'п'],
      ['phone', ''],
    ]);
    const { id: _a, email: _b, ...first } = json.json().data;
    const { id: _c, email: _d, ...second } = form.json().data;
    expect(second).toEqual(first);
    const posted = await app.call(byJson, 'POST', '/me', { name: 'Я' });
    expect(posted.statusCode).toBe(400);
  });

  test('a repeated request gets the first answer and stores one picture', async () => {
    const user = await app.addUser();
    const key = uuidv7();
    const send = () =>
      sendForm(
        app,
        user,
        '/me',
        [
          ['_method', 'PUT'],
          ['name', 'Один раз'],
          ['avatar', new File([picture()], 'я.png')],
        ],
        { 'idempotency-key': key },
      );
    const first = await send();
    const { avatarKey } = await rowOf(app, user);
    const second = await send();
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
    expect((await rowOf(app, user)).avatarKey).toBe(avatarKey);
  });

  test('needs a session', async () => {
    expect((await app.call(null, 'PUT', '/me', { name: 'Я' })).statusCode).toBe(401);
  });
});
