import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('members on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let ivanov: TestUser;
  let kim: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
    ivanov = await app.addUser('external', { name: 'Иванов Сергей', position: 'директор', organization: 'ООО «Юг»' });
    kim = await app.addUser('external', { name: 'Ким Дмитрий' });
  });
  afterAll(() => app.close());

  const protocol = async (body: object = {}) =>
    (await app.call(anna, 'POST', '/protocols', { title: 'А', ...body })).json().data.id as string;
  const post = (id: string, body: object, user = anna) => app.call(user, 'POST', `/protocols/${id}/members`, body);
  const add = async (id: string, who: TestUser, more: object = {}) => {
    const reply = await post(id, { member_id: who.id, ...more });
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };
  const list = async (id: string) => (await app.call(anna, 'GET', `/protocols/${id}/members`)).json().data;
  const kinds = async (id: string) =>
    (await list(id)).map((row: { member_id: string; kind: string }) => [row.member_id, row.kind]);
  const read = async (id: string) => (await app.call(anna, 'GET', `/protocols/${id}`)).json().data;
  const remove = (id: string, user = anna) => app.call(user, 'DELETE', `/protocols/members/${id}`);

  test('are listed in the order they were added, named as in the protocol', async () => {
    const id = await protocol();
    const row = uuidv7();
    const first = await add(id, ivanov, { id: row, kind: 'invited', position: 'эксперт <b>', organization: null });
    expect(first).toEqual({
      id: row,
      member_id: ivanov.id,
      name: 'Иванов Сергей',
      position: 'эксперт <b>',
      organization: 'ООО «Юг»',
      kind: 'invited',
      attendance: null,
    });
    const second = await add(id, kim);
    expect(second).toMatchObject({ kind: 'present', position: null, organization: null });
    expect(await list(id)).toEqual([first, second]);
    expect((await read(id)).members).toEqual([first, second]);
    expect((await read(id)).version).toBe(1);
  });

  test('the same person cannot be added twice, whatever the id of the row', async () => {
    const id = await protocol();
    await add(id, ivanov);
    const reply = await post(id, { id: uuidv7(), member_id: ivanov.id });
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      {
        message: 'Этот человек уже в списке',
        code: 'conflict',
        errors: { member_id: ['Этот человек уже в списке'] },
      },
    ]);
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(id, { member_id: kim.id })));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
    const [row] = await list(id);
    const taken = await post(await protocol(), { id: row.id, member_id: kim.id });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'id_taken']);
  });

  test('adding a member again with another kind changes the kind of the existing row', async () => {
    const id = await protocol();
    const row = await add(id, ivanov, { kind: 'invited', position: 'эксперт' });
    await add(id, kim);
    const reply = await post(id, { id: uuidv7(), member_id: ivanov.id, kind: 'absent' });
    expect([reply.statusCode, reply.json().data]).toEqual([200, { ...row, kind: 'absent' }]);
    expect(await kinds(id)).toEqual([
      [ivanov.id, 'absent'],
      [kim.id, 'present'],
    ]);
  });

  test('a kind changes in place; the roles of chairman and secretary move along', async () => {
    const id = await protocol();
    const row = await add(id, ivanov, { position: 'эксперт' });
    const other = await add(id, kim, { kind: 'chairman' });
    const change = (member: { id: string }, kind: string) =>
      app.call(anna, 'PUT', `/protocols/members/${member.id}`, { kind });
    const reply = await change(row, 'chairman');
    expect([reply.statusCode, reply.json().data]).toEqual([200, { ...row, kind: 'chairman' }]);
    expect(await kinds(id)).toEqual([
      [ivanov.id, 'chairman'],
      [kim.id, 'present'],
    ]);
    expect(await read(id)).toMatchObject({ chairman_id: ivanov.id, version: 1 });
    await change(other, 'secretary');
    await change(row, 'secretary');
    expect(await kinds(id)).toEqual([
      [ivanov.id, 'secretary'],
      [kim.id, 'present'],
    ]);
    expect((await read(id)).chairman_id).toBeNull();
    expect((await change(row, 'guest')).statusCode).toBe(422);
  });

  describe('the roll call', () => {
    const change = (id: string, body: object, user = anna) => app.call(user, 'PUT', `/protocols/members/${id}`, body);
    const marked = async (id: string, attendance: unknown, kind?: string) => {
      const reply = await change(id, { attendance, ...(kind && { kind }) });
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json().data;
    };

    test('stores a member’s attendance with its times, and clears it by null', async () => {
      const id = await protocol();
      const { id: row } = await add(id, ivanov);
      const late = { state: 'late', arrived_at: '2026-11-20T10:20:00+03:00' };
      expect(await marked(row, { ...late, left_at: null, colour: 'red' })).toMatchObject({ attendance: late });
      const away = { state: 'absent', reason: 'отпуск' };
      expect((await marked(row, away)).attendance).toEqual(away);
      const left = { ...late, state: 'left', left_at: '2026-11-20T11:00:00+03:00' };
      expect((await marked(row, left)).attendance).toEqual(left);
      expect((await read(id)).members[0].attendance).toEqual(left);
      expect((await read(id)).version).toBe(1);
      expect(await marked(row, null)).toMatchObject({ kind: 'present', attendance: null });
    });

    test('a second device that marked unaware of the first gets a 409 with the stored mark, which stays', async () => {
      const id = await protocol();
      const { id: row } = await add(id, ivanov);
      const over = (attendance: object | null, attendance_before?: object | null) =>
        change(row, { attendance, attendance_before });
      const late = { state: 'late', arrived_at: '2026-11-20T10:20:00+03:00' };
      expect((await over(late, null)).statusCode).toBe(200);
      const second = await over({ state: 'absent' }, null);
      expect([second.statusCode, second.json()]).toMatchObject([
        409,
        { code: 'version_conflict', data: { id: row, kind: 'present', attendance: late } },
      ]);
      // An equal mark needs no choice, and a mark that was seen may be replaced.
      expect((await over({ ...late, left_at: null }, null)).statusCode).toBe(200);
      expect((await over({ state: 'absent' }, late)).json().data).toMatchObject({ attendance: { state: 'absent' } });
      // A call that does not say which mark it replaces replaces any, as before.
      expect((await over(null)).json().data).toMatchObject({ attendance: null });
    });

    test('keeps the mark and the kind of an absent member consistent, whichever changes', async () => {
      const id = await protocol();
      const { id: row } = await add(id, ivanov);
      expect(await marked(row, { state: 'absent' })).toMatchObject({ kind: 'absent' });
      expect(await marked(row, { state: 'proxy', proxy_name: 'Ким Д. А.' })).toMatchObject({ kind: 'present' });
      expect((await change(row, { kind: 'absent' })).json().data).toMatchObject({
        kind: 'absent',
        attendance: null,
      });
      expect((await change(row, { kind: 'present' })).json().data).toMatchObject({ kind: 'present', attendance: null });
      expect(await marked(row, { state: 'absent' }, 'chairman')).toMatchObject({ kind: 'chairman' });
      await add(id, kim, { kind: 'chairman' });
      expect(await kinds(id)).toEqual([
        [ivanov.id, 'absent'],
        [kim.id, 'chairman'],
      ]);
    });

    test('refuses invalid marks and other secretaries', async () => {
      const id = await protocol();
      const { id: row } = await add(id, ivanov);
      const refused = [
        { state: 'asleep' },
        { state: 'late', arrived_at: 'вчера' },
        { state: 'left', arrived_at: '2026-11-20T11:00:00+03:00', left_at: '2026-11-20T10:00:00+03:00' },
        { state: 'proxy', proxy_name: 'я'.repeat(301) },
        { state: 'absent', reason: 'я'.repeat(301) },
        { state: 'proxy', proxy_id: row },
        'present',
      ];
      for (const attendance of refused) {
        expect((await change(row, { attendance })).statusCode, JSON.stringify(attendance)).toBe(422);
      }
      expect((await change(row, {})).statusCode).toBe(422);
      const boris = await app.addUser();
      expect((await change(row, { attendance: { state: 'late' } }, boris)).statusCode).toBe(404);
    });
  });

  describe('a member without an account', () => {
    test('has a row and a name; two of them may share a name', async () => {
      const id = await protocol();
      const first = (await post(id, { name: ' Гость \u202eРТЛ 👩‍👩‍👧 ', position: 'эксперт' })).json().data;
      expect(first).toMatchObject({
        member_id: null,
        name: 'Гость \u202eРТЛ 👩‍👩‍👧',
        position: 'эксперт',
        kind: 'present',
      });
      expect((await post(id, { name: 'Гость', kind: 'invited' })).statusCode).toBe(201);
      expect((await post(id, { name: 'Гость', kind: 'invited' })).statusCode).toBe(201);
      expect(await list(id)).toHaveLength(3);
      expect((await remove(first.id)).statusCode).toBe(204);
      expect((await app.call(anna, 'GET', `/protocols/${id}/earlier-tasks`)).statusCode).toBe(200);
      for (const name of ['', '  ', null, 7, 'я'.repeat(10_000)]) {
        expect((await post(id, { name })).statusCode, JSON.stringify(name)?.slice(0, 20)).toBe(422);
      }
    });

    test('may be chairman and secretary, one at a time', async () => {
      const id = await protocol({ chairman_id: ivanov.id });
      await add(id, ivanov);
      const guest = (await post(id, { name: 'Гость', kind: 'chairman' })).json().data;
      expect(await read(id)).toMatchObject({ chairman_id: null });
      expect(await kinds(id)).toEqual([
        [ivanov.id, 'present'],
        [null, 'chairman'],
      ]);
      await app.call(anna, 'PUT', `/protocols/${id}`, { chairman_id: ivanov.id });
      expect(await kinds(id)).toEqual([
        [ivanov.id, 'chairman'],
        [null, 'present'],
      ]);
      await app.call(anna, 'PUT', `/protocols/members/${guest.id}`, { kind: 'secretary' });
      await post(id, { name: 'Другой', kind: 'secretary' });
      expect((await kinds(id)).map(([, kind]: string[]) => kind)).toEqual(['chairman', 'present', 'secretary']);
    });
  });

  test('a repeated key adds one member', async () => {
    const id = await protocol();
    const send = () =>
      app.call(anna, 'POST', `/protocols/${id}/members`, { member_id: kim.id }, { 'idempotency-key': `member-${id}` });
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await list(id)).toHaveLength(1);
  });

  describe('there is one chairman, in the list and in the protocol', () => {
    test('a new chairman replaces the former one', async () => {
      const id = await protocol();
      await add(id, ivanov, { kind: 'chairman' });
      expect((await read(id)).chairman_id).toBe(ivanov.id);
      await add(id, kim, { kind: 'chairman' });
      expect(await kinds(id)).toEqual([
        [ivanov.id, 'present'],
        [kim.id, 'chairman'],
      ]);
      expect(await read(id)).toMatchObject({ chairman_id: kim.id, version: 1 });
    });

    test('a person named by the protocol becomes chairman when added, and when the protocol changes', async () => {
      const id = await protocol({ chairman_id: ivanov.id });
      await add(id, ivanov, { kind: 'present' });
      await add(id, kim);
      expect(await kinds(id)).toEqual([
        [ivanov.id, 'chairman'],
        [kim.id, 'present'],
      ]);
      await app.call(anna, 'PUT', `/protocols/${id}`, { chairman_id: kim.id });
      expect(await kinds(id)).toEqual([
        [ivanov.id, 'present'],
        [kim.id, 'chairman'],
      ]);
      await app.call(anna, 'PUT', `/protocols/${id}`, { chairman_id: null });
      expect((await kinds(id)).map(([, kind]: string[]) => kind)).toEqual(['present', 'present']);
    });

    test('removing the chairman’s row clears chairman_id', async () => {
      const id = await protocol();
      const row = await add(id, ivanov, { kind: 'chairman' });
      expect((await remove(row.id)).statusCode).toBe(204);
      expect(await read(id)).toMatchObject({ chairman_id: null, members: [] });
    });
  });

  test('there is one secretary; the owner of the protocol is it when added without a kind', async () => {
    const id = await protocol();
    await add(id, anna);
    expect(await kinds(id)).toEqual([[anna.id, 'secretary']]);
    await add(id, kim, { kind: 'secretary' });
    expect(await kinds(id)).toEqual([
      [anna.id, 'present'],
      [kim.id, 'secretary'],
    ]);
    const other = await protocol();
    await add(other, kim, { kind: 'secretary' });
    await add(other, anna);
    expect(await kinds(other)).toEqual([
      [kim.id, 'secretary'],
      [anna.id, 'present'],
    ]);
  });

  test.each([
    ['nobody', {}, { member_id: ['Поле обязательно для заполнения'] }],
    ['nobody’s id', { member_id: uuidv7() }, { member_id: ['Такого пользователя нет'] }],
    ['a kind that is none', { member_id: 'x', kind: 'guest' }, { kind: ['Недопустимое значение'] }],
    ['too long a position', { member_id: 'x', position: 'я'.repeat(201) }, { position: ['Не больше 200 символов'] }],
    ['an id that cannot be one', { id: '..', kind: 'absent' }, { id: ['Идентификатор должен быть UUID'] }],
  ])('%s is refused at its field', async (what, body, errors) => {
    const known = what.startsWith('an id') ? { member_id: kim.id } : {};
    const reply = await post(await protocol(), { ...body, ...known });
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors]);
  });

  test('a blocked person cannot be added', async () => {
    const gone = await app.addUser('external', { isBlocked: true });
    expect((await post(await protocol(), { member_id: gone.id })).statusCode).toBe(422);
  });

  test('a final protocol’s list is read-only', async () => {
    const id = await protocol();
    const row = await add(id, ivanov);
    await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
    await app.call(anna, 'POST', `/protocols/${id}/final`);
    const change = await app.call(anna, 'PUT', `/protocols/members/${row.id}`, { kind: 'absent' });
    for (const reply of [await post(id, { member_id: kim.id }), change, await remove(row.id)])
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'final_read_only']);
    expect(await list(id)).toEqual([row]);
  });

  test('another secretary’s list returns 404; other roles get 403', async () => {
    const id = await protocol();
    const row = await add(id, ivanov);
    const boris = await app.addUser();
    for (const reply of [
      await app.call(boris, 'GET', `/protocols/${id}/members`),
      await post(id, { member_id: kim.id }, boris),
      await remove(row.id, boris),
      await remove('no-such-id'),
      await remove(ivanov.id),
    ])
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    for (const role of ['admin', 'manager', 'external'] as const) {
      const user = await app.addUser(role);
      const replies = [
        await app.call(user, 'GET', `/protocols/${id}/members`),
        await post(id, { member_id: kim.id }, user),
        await remove(row.id, user),
      ];
      // A manager reads the work of their own secretaries, and this is another manager's.
      expect(replies.map((reply) => reply.statusCode)).toEqual([role === 'manager' ? 404 : 403, 403, 403]);
    }
  });
});
