import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#server/schema/people.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const times = { start_at: '2026-11-20T10:00:00+03:00', end_at: '2026-11-20T11:00:00+03:00' };

describe.each(databaseKinds)('meetings on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let boris: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => new Date('2026-11-20T09:00:00Z') } });
    anna = await app.addUser();
    boris = await app.addUser();
  });
  afterAll(() => app.close());

  const create = async (user: TestUser, body: object = {}) => {
    const reply = await app.call(user, 'POST', '/meetings', { title: 'Планёрка', ...times, ...body });
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };
  const put = (id: string, body: object, user = anna) => app.call(user, 'PUT', `/meetings/${id}`, body);
  const refused = async (body: object) => {
    const reply = await app.call(anna, 'POST', '/meetings', { title: 'Планёрка', ...times, ...body });
    return [reply.statusCode, reply.json().errors];
  };
  const list = async (user: TestUser, query = '') => {
    const reply = await app.call(user, 'GET', `/meetings${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().data.map((row: { title: string }) => row.title) as string[];
  };

  test('a new meeting keeps the client’s id and texts, and sorts its people by name', async () => {
    const id = uuidv7();
    const yashin = await app.addUser('external', { name: 'Яшин Лев', searchKey: 'яшин лев' });
    const elkina = await app.addUser('external', { name: 'Ёлкина Мария', searchKey: 'елкина мария' });
    const made = await create(anna, {
      id,
      description: 'Повестка:\n1. <b>Смета</b>',
      place: 'Зал 2',
      link: 'https://meet.example.ru/1',
      participant_ids: [yashin.id, elkina.id, yashin.id],
      colour: 'red',
    });
    expect(made).toEqual({
      id,
      title: 'Планёрка',
      description: 'Повестка:\n1. <b>Смета</b>',
      place: 'Зал 2',
      link: 'https://meet.example.ru/1',
      start_at: '2026-11-20T07:00:00.000Z',
      end_at: '2026-11-20T08:00:00.000Z',
      participant_ids: [elkina.id, yashin.id],
      files: [],
      protocol_id: null,
      protocol_stage: null,
      body_id: null,
      guests: [],
      invitations: null,
      version: 1,
    });
    expect((await put(id, {})).json().data).toEqual({ ...made, version: 2 });
  });

  test.each([
    ['emoji', '👩‍💻 Планёрка 🇷🇺'],
    ['a page', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['right to left', 'اجتماع \u202eабв'],
    ['ten thousand letters', 'я'.repeat(10_000)],
  ])('a title of %s is kept as it is', async (_, title) => {
    expect((await create(anna, { title })).title).toBe(title);
  });

  test('an edit keeps fields that it does not name, null clears a field', async () => {
    const clara = await app.addUser('external');
    const { id } = await create(anna, { description: 'О смете', place: 'Зал', participant_ids: [clara.id] });
    const moved = { start_at: '2026-11-21T10:00:00+03:00', end_at: '2026-11-21T12:00:00+03:00' };
    expect((await put(id, moved)).json().data).toMatchObject({
      title: 'Планёрка',
      description: 'О смете',
      start_at: '2026-11-21T07:00:00.000Z',
      participant_ids: [clara.id],
    });
    const { data } = (await put(id, { description: null, participant_ids: [] })).json();
    expect(data).toMatchObject({ description: null, place: 'Зал', participant_ids: [] });
  });

  test('a refused edit changes nothing', async () => {
    const { id } = await create(anna, { place: 'Зал' });
    expect((await put(id, { place: 'Другой', participant_ids: ['nobody'] })).statusCode).toBe(422);
    expect((await put(id, {})).json().data.place).toBe('Зал');
  });

  describe('a wrong field is named', () => {
    const late = 'Конец должен быть позже начала';
    test.each([
      ['no title', { title: undefined }, { title: ['Поле обязательно для заполнения'] }],
      ['a title of spaces', { title: ' \u00a0 ' }, { title: ['Поле обязательно для заполнения'] }],
      [
        'a title too long',
        { title: 'я'.repeat(10_001) },
        { title: [expect.stringMatching(/^Не больше 10.000 символов$/)] },
      ],
      ['no beginning', { start_at: undefined }, { start_at: ['Поле обязательно для заполнения'] }],
      ['a day that is not', { start_at: '2026-02-30T10:00:00Z' }, { start_at: ['Неверная дата'] }],
      ['a time without an offset', { start_at: '2026-11-20T10:00:00' }, { start_at: ['Неверная дата'] }],
      ['the year 20266', { end_at: '20266-11-20T10:00:00Z' }, { end_at: ['Неверная дата'] }],
      ['an end before its beginning', { end_at: '2026-11-20T09:59:00+03:00' }, { end_at: [late] }],
      ['an end at its beginning, in another zone', { end_at: '2026-11-20T12:00:00+05:00' }, { end_at: [late] }],
      [
        'more than a month',
        { end_at: '2026-12-21T10:00:01+03:00' },
        { end_at: ['Встреча не может длиться больше 31 дня'] },
      ],
      ['people as a text', { participant_ids: 'x' }, { participant_ids: ['Значение не того вида'] }],
      [
        'nobody’s id',
        { participant_ids: [uuidv7()] },
        { participant_ids: ['Среди участников есть человек, которого нет в списке пользователей'] },
      ],
      ['a link that is none', { link: 'abc' }, { link: ['Укажите ссылку вида https://…'] }],
      ['a link without a host', { link: 'http://' }, { link: ['Укажите ссылку вида https://…'] }],
      ['a link of another kind', { link: 'ftp://example.ru/x' }, { link: ['Укажите ссылку вида https://…'] }],
      ['a link that runs', { link: ' Java\tScript:alert(1)' }, { link: ['Укажите ссылку вида https://…'] }],
      ['an id that cannot be one', { id: '../x' }, { id: ['Идентификатор должен быть UUID'] }],
    ])('%s', async (_, body, errors) => {
      expect(await refused(body)).toEqual([422, errors]);
    });

    test('also when an edit moves only one of its ends', async () => {
      const { id } = await create(anna);
      for (const body of [{ start_at: '2026-11-20T11:00:00+03:00' }, { end_at: '2026-11-20T10:00:00+03:00' }]) {
        const reply = await put(id, body);
        expect([reply.statusCode, reply.json().errors]).toEqual([422, { end_at: [late] }]);
      }
    });
  });

  test('a blocked person may stay but not be added, unless one created them oneself', async () => {
    const here = await app.addUser('external');
    const { id } = await create(anna, { participant_ids: [here.id] });
    const boss = await app.addUser('external', { isBlocked: true });
    const own = await app.addUser('external', { isBlocked: true, createdById: anna.id });
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, here.id));
    expect((await put(id, { participant_ids: [here.id, boss.id] })).statusCode).toBe(422);
    const { data } = (await put(id, { participant_ids: [here.id, own.id] })).json();
    expect(data.participant_ids.sort()).toEqual([here.id, own.id].sort());
  });

  test('another secretary’s meeting returns 404 to every call', async () => {
    const { id } = await create(anna);
    for (const reply of [
      await put(id, { title: 'Моя' }, boris),
      await app.call(boris, 'DELETE', `/meetings/${id}`),
      await put('no-such-id', {}),
      await app.call(anna, 'DELETE', '/meetings/no-such-id'),
    ])
      expect([reply.statusCode, reply.json()]).toEqual([404, { message: 'Встреча не найдена', code: 'not_found' }]);
    expect(await list(boris)).toEqual([]);
  });

  test.each(['admin', 'manager', 'external'] as const)('the role %s gets 403', async (role) => {
    const user = await app.addUser(role);
    for (const [method, path, body] of [
      ['GET', '/meetings'],
      ['POST', '/meetings', { title: 'А', ...times }],
      ['PUT', '/meetings/x', {}],
      ['DELETE', '/meetings/x'],
    ] as const) {
      const reply = await app.call(user, method, path, body);
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden']);
    }
    expect((await app.call(null, 'GET', '/meetings')).statusCode).toBe(401);
  });

  test('a taken id returns 409 id_taken, also to a person who cannot see its meeting', async () => {
    const { id } = await create(anna);
    for (const user of [anna, boris]) {
      const reply = await app.call(user, 'POST', '/meetings', { id, title: 'Вторая', ...times });
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'id_taken']);
    }
  });

  test('a meeting shows its newest protocol, and its deletion keeps the protocols', async () => {
    const { id } = await create(anna);
    const protocols = [];
    for (const title of ['Первый', 'Второй']) {
      const reply = await app.call(anna, 'POST', '/protocols', { title, meeting_id: id });
      protocols.push(reply.json().data.id);
    }
    expect((await put(id, {})).json().data).toMatchObject({ protocol_id: protocols[1], protocol_stage: 'no_video' });
    expect((await app.call(anna, 'DELETE', `/meetings/${id}`)).statusCode).toBe(204);
    const { data } = (await app.call(anna, 'GET', `/protocols/${protocols[0]}`)).json();
    expect(data).toMatchObject({ title: 'Первый', meeting_id: null, version: 1 });
    expect((await app.call(anna, 'DELETE', `/meetings/${id}`)).statusCode).toBe(404);
  });

  test('a repeated idempotency key makes one meeting, also concurrently', async () => {
    const clara = await app.addUser();
    const send = () =>
      app.call(clara, 'POST', '/meetings', { title: 'Одна', ...times }, { 'idempotency-key': 'meeting-1' });
    const replies = await Promise.all(Array.from({ length: 6 }, send));
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1);
    expect(await list(clara)).toEqual(['Одна']);
  });

  describe('the list', () => {
    let clara: TestUser;
    beforeAll(async () => {
      clara = await app.addUser();
      const at = (title: string, start_at: string, end_at: string) => create(clara, { title, start_at, end_at });
      await at('после', '2026-11-21T00:00:00+03:00', '2026-11-21T01:00:00+03:00');
      await at('через полночь', '2026-11-19T23:30:00+03:00', '2026-11-20T00:30:00+03:00');
      await at('весь месяц', '2026-11-01T00:00:00+03:00', '2026-11-30T23:00:00+03:00');
      await at('до', '2026-11-19T23:00:00+03:00', '2026-11-20T00:00:00+03:00');
      await at('вечером', '2026-11-20T23:59:00+03:00', '2026-11-21T10:00:00+03:00');
      await at('осенью', '2026-08-01T10:00:00+03:00', '2026-08-01T11:00:00+03:00');
    });

    test('has what overlaps the days of the range, by its beginning', async () => {
      const day = '?start_date_at=2026-11-20&end_date_at=2026-11-20';
      expect(await list(clara, day)).toEqual(['весь месяц', 'через полночь', 'вечером']);
    });

    test('takes days in the UTC offset of instants', async () => {
      const iso = (text: string) => encodeURIComponent(text);
      const inOmsk = `?start_date_at=${iso('2026-11-20T12:00:00+06:00')}&end_date_at=${iso('2026-11-20T12:00:00+06:00')}`;
      // The day begins three hours before Moscow’s, and ends before the evening there.
      expect(await list(clara, inOmsk)).toEqual(['весь месяц', 'до', 'через полночь']);
    });

    test.each([
      ['2026-11-20T00:00:00', '2026-11-20T23:59:59.999'],
      ['2026-11-20 00:00:00', '2026-11-20 23:59'],
    ])('takes %s, which names no offset, in the organization’s time zone', async (start, end) => {
      const day = `?start_date_at=${encodeURIComponent(start)}&end_date_at=${encodeURIComponent(end)}`;
      expect(await list(clara, day)).toEqual(['весь месяц', 'через полночь', 'вечером']);
      const inOmsk = encodeURIComponent('2026-11-20 12:00:00+06:00');
      expect(await list(clara, `?start_date_at=${inOmsk}&end_date_at=${inOmsk}`)).toContain('до');
    });

    test('without dates has the last, this and the next month', async () => {
      expect(await list(clara)).toEqual(['весь месяц', 'до', 'через полночь', 'вечером', 'после']);
      expect(await list(clara, '?start_date_at=2026-08-01')).toContain('осенью');
    });

    test.each([
      ['?start_date_at=2026-11-20&end_date_at=2026-11-19', 'end_date_at', 'Конец периода раньше начала'],
      ['?start_date_at=2020-01-01&end_date_at=2026-11-19', 'end_date_at', 'Период не может быть длиннее 400 дней'],
      ['?start_date_at=вчера', 'start_date_at', 'Неверная дата'],
      ['?end_date_at=2026-02-30', 'end_date_at', 'Неверная дата'],
      ['?end_date_at=0001-01-01', 'end_date_at', 'Неверная дата'],
      ['?end_date_at=2026-02-30T10:00:00', 'end_date_at', 'Неверная дата'],
      ['?end_date_at=2026-02-20T25:00:00', 'end_date_at', 'Неверная дата'],
    ])('%s is refused in words', async (query, field, message) => {
      const reply = await app.call(clara, 'GET', `/meetings${encodeURI(query)}`);
      expect([reply.statusCode, reply.json().errors]).toEqual([422, { [field]: [message] }]);
    });
  });
});
