import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keywords } from '#server/schema/work.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('keywords on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let boris: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
    boris = await app.addUser();
  });
  afterAll(() => app.close());

  const add = (name: unknown, user = anna, more = {}) => app.call(user, 'POST', '/keywords', { name, ...more });
  const create = async (name: string, user = anna) => {
    const reply = await add(name, user);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data as { id: string; name: string };
  };
  const names = async (user: TestUser) => {
    const { data } = (await app.call(user, 'GET', '/keywords')).json();
    return data.map((row: { name: string }) => row.name);
  };

  test('stand in Russian alphabetical order, ё beside е, whatever their case', async () => {
    const clara = await app.addUser();
    for (const name of ['Яхта', 'ель', 'Ёлка', 'ёж', 'Жук', 'аренда', 'еда', '2026', 'Z']) await create(name, clara);
    expect(await names(clara)).toEqual(['2026', 'Z', 'аренда', 'еда', 'ёж', 'Ёлка', 'ель', 'Жук', 'Яхта']);
  });

  test('a new one keeps the client’s id and its letter case, without extra spaces', async () => {
    const id = uuidv7();
    const reply = await add('  Срок \u00a0 поставки ', anna, { id });
    expect([reply.statusCode, reply.json().data]).toEqual([201, { id, name: 'Срок поставки' }]);
    const again = await add('Другое', boris, { id });
    expect([again.statusCode, again.json().code]).toEqual([409, 'id_taken']);
  });

  test.each(['👍🏽', '<b>жирно</b>', 'اجتماع', 'C++', 'я'.repeat(200)])('%s is kept as it is', async (name) => {
    expect((await create(name)).name).toBe(name);
  });

  test('a duplicate is refused at its field; another person may have the same word', async () => {
    await create('Отчёт');
    for (const name of ['отчет', ' ОТЧЁТ ', 'отче\u0308т']) {
      const reply = await add(name);
      expect([reply.statusCode, reply.json().errors]).toEqual([422, { name: ['Такое ключевое слово уже есть'] }]);
    }
    await create('Отчёт', boris);
    await create('C#');
  });

  test('another form of an existing word is refused by name; a keyword may become its own other form', async () => {
    const clara = await app.addUser();
    const { id } = await create('поручить', clara);
    await create('Срок поставки', clara);
    const reply = await add('поручили', clara);
    const words = 'Уже есть «поручить»: это то же слово в другой форме';
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { name: [words] }]);
    const rename = (name: string) => app.call(clara, 'PUT', `/keywords/${id}`, { name });
    expect((await rename('сроками поставки')).json().errors).toEqual({
      name: ['Уже есть «Срок поставки»: это то же слово в другой форме'],
    });
    expect((await rename('поручили')).statusCode).toBe(200);
    await create('поручение', clara);
    expect(await names(clara)).toEqual(['поручение', 'поручили', 'Срок поставки']);
  });

  test('of several forms of a word added at once only one is accepted', async () => {
    const clara = await app.addUser();
    const replies = await Promise.all(['смета', 'сметы', 'сметой', 'смете'].map((name) => add(name, clara)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422, 422]);
    expect(await names(clara)).toHaveLength(1);
  });

  test.each([
    ['nothing', undefined, 'Поле обязательно для заполнения'],
    ['spaces', ' \u00a0\t ', 'Поле обязательно для заполнения'],
    ['what nobody sees', '\u200b\u202e', 'Поле обязательно для заполнения'],
    ['a number', 7, 'Значение не того вида'],
    ['too much', 'я'.repeat(201), 'Не больше 200 символов'],
  ])('%s is refused as a name', async (_, name, message) => {
    const reply = await add(name);
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { name: [message] }]);
  });

  test('renaming follows the same rules; changing only the letter case is no duplicate', async () => {
    const { id } = await create('риск');
    await create('угроза');
    const rename = (name: string, user = anna) => app.call(user, 'PUT', `/keywords/${id}`, { name });
    expect((await rename('РИСК')).json().data).toEqual({ id, name: 'РИСК' });
    const taken = await rename('Угроза');
    expect([taken.statusCode, taken.json().errors]).toEqual([422, { name: ['Такое ключевое слово уже есть'] }]);
    expect((await rename(' ')).statusCode).toBe(422);
    expect(await names(anna)).toContain('РИСК');
  });

  test('another person’s keyword returns 404', async () => {
    const { id } = await create('чужое');
    for (const reply of [
      await app.call(boris, 'PUT', `/keywords/${id}`, { name: 'моё' }),
      await app.call(boris, 'DELETE', `/keywords/${id}`),
      await app.call(anna, 'DELETE', '/keywords/no-such-id'),
    ])
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { message: 'Ключевое слово не найдено', code: 'not_found' },
      ]);
    expect((await app.call(anna, 'DELETE', `/keywords/${id}`)).statusCode).toBe(204);
    expect(await names(anna)).not.toContain('чужое');
  });

  test.each(['admin', 'manager', 'external'] as const)('the role %s gets 403', async (role) => {
    const user = await app.addUser(role);
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string) =>
      app.call(user, method, path, { name: 'а' });
    const replies = [
      await call('GET', '/keywords'),
      await call('POST', '/keywords'),
      await call('PUT', '/keywords/x'),
      await call('DELETE', '/keywords/x'),
    ];
    expect(replies.map((reply) => reply.statusCode)).toEqual([403, 403, 403, 403]);
  });

  test('of concurrent additions of a word exactly one is accepted; one idempotency key gives one row', async () => {
    const clara = await app.addUser();
    const replies = await Promise.all(Array.from({ length: 6 }, () => add('вместе', clara)));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    const repeat = () => app.call(clara, 'POST', '/keywords', { name: 'повтор' }, { 'idempotency-key': 'k' });
    const repeats = await Promise.all([repeat(), repeat(), repeat()]);
    expect(repeats.map((reply) => reply.statusCode)).toEqual([201, 201, 201]);
    expect(await names(clara)).toEqual(['вместе', 'повтор']);
  });

  test('are limited to a thousand per person', async () => {
    const clara = await app.addUser();
    const rows = Array.from({ length: 1000 }, (_, n) => ({ id: uuidv7(), name: `${n}`, nameKey: `${n}` }));
    await app.db.insert(keywords).values(rows.map((row) => ({ ...row, ownerId: clara.id })));
    const reply = await add('лишнее', clara);
    expect(reply.json().errors).toEqual({ name: ['Можно завести не больше 1000 ключевых слов'] });
  });
});
