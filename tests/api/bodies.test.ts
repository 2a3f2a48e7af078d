import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body } from '#contract/bodies/body.ts';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import { findAsked } from '#server/modules/documents/print-document.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('bodies on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let petrov: TestUser;
  let orlova: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
    petrov = await app.addUser('external', { name: 'Петров Пётр Петрович', createdById: anna.id });
    orlova = await app.addUser('external', { name: 'Орлова Елена Викторовна', createdById: anna.id });
  });
  afterAll(() => app.close());

  const add = (body: object, user = anna) => app.call(user, 'POST', '/bodies', body);
  const create = async (body: object, user = anna): Promise<Body> => {
    const reply = await add(body, user);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };
  const read = async (path: string, user = anna) => (await app.call(user, 'GET', path)).json().data;
  const protocolOf = async (body: object, user = anna) => {
    const reply = await app.call(user, 'POST', '/protocols', { title: 'О смете', ...body });
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };

  test('keep all fields under the client’s id, and members in their order and by name', async () => {
    const id = uuidv7();
    const given = {
      ...{ id, kind: 'Заседание', place: 'Переговорная 4', quorum: { share: 0.5, is_more: true } },
      numbering: { is_own: true, suffix: '-К' },
      approval: { is_printed: true, position: 'Директор', name: 'Иванов И. И.' },
      chairman_listed: true,
      agenda: [{ id: uuidv7(), title: 'О бюджете', speaker_id: orlova.id }],
    };
    const members = [
      { member_id: petrov.id, kind: 'present' },
      { member_id: orlova.id, kind: 'chairman' },
    ];
    const made = await create({ ...given, name: ' Бюджетная комиссия ', members });
    expect(made).toMatchObject({
      ...given,
      ...{ name: 'Бюджетная комиссия', name_genitive: 'бюджетной комиссии', chairman_id: orlova.id, version: 1 },
      members: [
        { member_id: petrov.id, kind: 'present', name: 'Петров Пётр Петрович' },
        { member_id: orlova.id, kind: 'chairman', name: 'Орлова Елена Викторовна' },
      ],
    });
    expect(await read(`/bodies/${id}`)).toEqual(made);
    const again = await add({ id, name: 'Другая' }, await app.addUser());
    expect([again.statusCode, again.json().code]).toEqual([409, 'id_taken']);
  });

  test('a list that is too long, or wrong in every item, is refused with a short answer', async () => {
    const refused = async (more: object) => {
      const reply = await app.call(anna, 'POST', '/bodies', { name: 'Совет', ...more });
      expect([reply.statusCode, reply.body.length < 10_000], reply.body.slice(0, 200)).toEqual([422, true]);
      return Object.keys(reply.json().errors);
    };
    expect(await refused({ reminders: Array(100_000).fill('due_1') })).toEqual(['reminders']);
    expect(await refused({ agenda: Array(1_000).fill({}) })).toHaveLength(100);
  });

  test('are listed in alphabetical order on one page', async () => {
    const clara = await app.addUser();
    for (const name of ['Совет директоров', 'Ёлочная комиссия', 'Жилищный отдел', '👍🏽', 'Архив'])
      await create({ name }, clara);
    const reply = (await app.call(clara, 'GET', '/bodies?limit=100&page=1')).json();
    const names = reply.data.map(({ name }: Body) => name);
    expect(names).toEqual(['👍🏽', 'Архив', 'Ёлочная комиссия', 'Жилищный отдел', 'Совет директоров']);
    expect(reply.meta.total).toBe(5);
  });

  test('an edit makes the next version; an edit of an old version gets a 409 with the current body', async () => {
    const { id, version } = await create({ name: 'Совет', place: 'Зал' });
    const put = (body: object) => app.call(anna, 'PUT', `/bodies/${id}`, body);
    const changed = await put({ version, name_genitive: 'Совета ветеранов' });
    expect(changed.json().data).toMatchObject({
      name: 'Совет',
      place: 'Зал',
      name_genitive: 'Совета ветеранов',
      version: 2,
    });
    const stale = await put({ version, place: 'Холл' });
    expect([stale.statusCode, stale.json().code, stale.json().data]).toMatchObject([
      409,
      'version_conflict',
      { place: 'Зал', version: 2 },
    ]);
    expect((await put({ version: 2, name_genitive: '' })).json().data.name_genitive).toBe('совета');
  });

  test.each([
    [{ name: ' ' }, { name: ['Поле обязательно для заполнения'] }],
    [{ name: 'я'.repeat(10_000) }, { name: ['Не больше 300 символов'] }],
    [{ quorum: { share: 2 } }, { quorum: undefined }],
    [{ quorum: { share: 0 } }, { quorum: undefined }],
    [{ quorum: { count: 0 } }, { quorum: undefined }],
    [
      { members: Array.from({ length: 1_001 }, () => ({ member_id: 'a' })) },
      { members: [expect.stringMatching(/^Не больше 1.000 человек$/)] },
    ],
  ])('input %# is refused at its field', async (body, errors) => {
    const reply = await add({ name: 'Совет', ...body });
    expect(reply.statusCode).toBe(422);
    const [field = '', messages] = Object.entries(errors)[0] ?? [];
    const told = Object.entries(reply.json().errors as object).find(([name]) => name.startsWith(field));
    if (messages) expect(told?.[1]).toEqual(messages);
    else expect(told).toBeDefined();
  });

  test('members: no duplicates, one chairman, no unknown people; a person blocked later may stay', async () => {
    const members = (...named: object[]) => add({ name: 'Совет', members: named });
    const errors = async (...named: object[]) => (await members(...named)).json().errors;
    const [one, other] = [{ member_id: petrov.id }, { member_id: orlova.id }];
    expect(await errors(one, one)).toEqual({ members: ['Один человек указан дважды'] });
    expect(await errors({ ...one, kind: 'chairman' }, { ...other, kind: 'chairman' })).toEqual({
      members: ['Председатель может быть только один'],
    });
    expect(await errors({ member_id: uuidv7() })).toEqual({
      members: ['В составе есть человек, которого нет в списке пользователей'],
    });
    const manager = await app.addUser('manager');
    const boris = await app.addUser('secretary', { managerId: manager.id });
    const leaver = await app.addUser('external', { createdById: anna.id });
    const { id, version } = await create({ name: 'Совет', members: [{ member_id: leaver.id }] }, boris);
    await app.call(anna, 'PUT', `/users/${leaver.id}`, { is_blocked: true });
    const put = await app.call(boris, 'PUT', `/bodies/${id}`, {
      version,
      members: [{ member_id: leaver.id, kind: 'invited' }],
    });
    expect([put.statusCode, put.json().data.members]).toMatchObject([200, [{ member_id: leaver.id, kind: 'invited' }]]);
  });

  test('a meeting and a protocol refer to a body of their owner; a protocol outlives its deleted body', async () => {
    const { id } = await create({ name: 'Комиссия по закупкам' });
    const times = { start_at: '2026-03-02T10:00:00Z', end_at: '2026-03-02T11:00:00Z' };
    const meeting = (await app.call(anna, 'POST', '/meetings', { title: 'Заседание', ...times, body_id: id })).json()
      .data;
    const protocol = await protocolOf({ body_id: id });
    expect([meeting.body_id, protocol.body_id]).toEqual([id, id]);
    expect(protocol.body).toMatchObject({ id, name: 'Комиссия по закупкам', name_genitive: 'комиссии по закупкам' });
    const boris = await app.addUser();
    const words = ['Такой комиссии или отдела больше нет. Выберите другую или оставьте поле пустым'];
    const foreign = await app.call(boris, 'POST', '/protocols', { title: 'О смете', body_id: id });
    expect([foreign.statusCode, foreign.json().errors]).toEqual([422, { body_id: words }]);
    expect((await app.call(anna, 'DELETE', `/bodies/${id}`)).statusCode).toBe(204);
    const stays = await read(`/protocols/${protocol.id}`);
    expect([stays.title, stays.body_id, stays.body]).toEqual(['О смете', null, undefined]);
    const late = await app.call(anna, 'PUT', `/meetings/${meeting.id}`, { body_id: id });
    expect([late.statusCode, late.json().errors]).toEqual([422, { body_id: words }]);
  });

  test('the last agenda comes from the protocol with the latest meeting day', async () => {
    const { id } = await create({ name: 'Совет' });
    expect((await read(`/bodies/${id}/last-agenda`)).questions).toEqual([]);
    const at = (day: number) => `2026-04-0${day}T10:00:00+03:00`;
    const question = (title: string) => ({ id: uuidv7(), title, speaker_name: 'Ким Д. А.', listened: 'Доклад' });
    const last = await protocolOf({ body_id: id, held_at: at(9), agenda: [question('О складе')] });
    await protocolOf({ body_id: id, held_at: at(2), agenda: [question('О ремонте')] });
    expect(await read(`/bodies/${id}/last-agenda`)).toEqual({
      ...{ protocol_id: last.id, title: 'О смете', held_at: at(9) },
      questions: [{ id: last.agenda[0].id, title: 'О складе', speaker_name: 'Ким Д. А.' }],
    });
  });

  test('a final protocol is printed with the heading and approval of its body, also after the body is deleted', async () => {
    const approval = { is_printed: true, position: 'Ректор', name: 'Смирнов Павел Олегович' };
    const { id } = await create({ name: 'Учёный совет', approval });
    const protocol = await protocolOf({ body_id: id });
    await app.call(anna, 'PUT', `/protocols/${protocol.id}`, { stage: 'finish' });
    await app.call(anna, 'POST', `/protocols/${protocol.id}/final`, {});
    await app.call(anna, 'DELETE', `/bodies/${id}`);
    const asked = { protocolId: protocol.id, reader: anna, format: 'pdf' as const };
    const { source } = await findAsked(app.db, asked, {
      officeZone: async () => 'Europe/Moscow',
      linkOf: (id) => id,
    });
    const printed = buildDocument(source.input, source.settings).blocks.flatMap((block) =>
      block.kind === 'paragraph' ? [block.runs.map(({ text }) => text).join('')] : [],
    );
    expect(printed.slice(0, 3)).toEqual(['УТВЕРЖДАЮ', 'Ректор', '_______________ П.\u00a0О.\u00a0Смирнов']);
    expect(printed).toContain('заседания учёного совета');
  });

  describe('numbers', () => {
    const held_at = '2026-04-01T10:00:00+03:00';
    const next = async (user: TestUser, bodyId?: string) =>
      (
        await read(
          `/protocols/next-number?held_at=${encodeURIComponent(held_at)}${bodyId ? `&body_id=${bodyId}` : ''}`,
          user,
        )
      ).number;
    const signOff = async (user: TestUser, protocolId: string) => {
      await app.call(user, 'PUT', `/protocols/${protocolId}`, { stage: 'finish' });
      return (await app.call(user, 'POST', `/protocols/${protocolId}/final`, {})).json().data.number;
    };

    test('of a body with its own numbering start at one, with prefix and suffix; all others share one sequence', async () => {
      const clara = await app.addUser('secretary', { organization: 'АО «Счёт»' });
      const own = await create({ name: 'Комиссия', numbering: { is_own: true, prefix: 'К-', suffix: '/26' } }, clara);
      const shared = await create({ name: 'Отдел' }, clara);
      await protocolOf({ held_at, number: '1' }, clara);
      expect([await next(clara), await next(clara, shared.id), await next(clara, own.id)]).toEqual([
        '2',
        '2',
        'К-1/26',
      ]);
      const first = await protocolOf({ held_at, body_id: own.id }, clara);
      expect(await signOff(clara, first.id)).toBe('К-1/26');
      expect(await next(clara, own.id)).toBe('К-2/26');
      const taken = await app.call(clara, 'POST', '/protocols', {
        title: 'Ещё',
        held_at,
        body_id: own.id,
        number: 'К-1/26',
      });
      expect([taken.statusCode, taken.json().code]).toEqual([409, 'number_taken']);
    });

    test('stay when their body is deleted, and a duplicate number does not block an edit of another field', async () => {
      const clara = await app.addUser('secretary', { organization: 'АО «Остаток»' });
      const own = await create({ name: 'Комиссия', numbering: { is_own: true } }, clara);
      await protocolOf({ held_at, number: '1' }, clara);
      const protocol = await protocolOf({ held_at, number: '1', body_id: own.id }, clara);
      await app.call(clara, 'DELETE', `/bodies/${own.id}`);
      const reply = await app.call(clara, 'PUT', `/protocols/${protocol.id}`, { place: 'Зал' });
      expect([reply.statusCode, reply.json().data?.number]).toEqual([200, '1']);
    });
  });
});
