import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppEvent, SessionEnd } from '#server/platform/events/app-event.ts';
import { users } from '#server/schema/people.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('protocols on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let boris: TestUser;
  const told: (AppEvent | SessionEnd)[] = [];
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
    boris = await app.addUser();
    app.services.events.subscribe(anna.id, (event) => told.push(event));
  });
  afterAll(() => app.close());

  const create = async (user: TestUser, body: object) => {
    const reply = await app.call(user, 'POST', '/protocols', body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };
  const finished = async (user: TestUser, body: object) => {
    const { id } = await create(user, body);
    expect((await app.call(user, 'PUT', `/protocols/${id}`, { stage: 'finish' })).statusCode).toBe(200);
    return id as string;
  };

  test('a protocol keeps its quorum rule, and only null removes it', async () => {
    const { id, quorum } = await create(anna, { title: 'Учёный совет', quorum: { share: 0.5, is_more: true } });
    expect(quorum).toEqual({ share: 0.5, is_more: true });
    const put = async (body: object) => app.call(anna, 'PUT', `/protocols/${id}`, body);
    expect((await put({ title: 'Совет' })).json().data).toMatchObject({ quorum: { share: 0.5 } });
    expect((await put({ quorum: { count: 5 } })).json().data).toMatchObject({ quorum: { count: 5 } });
    for (const quorum of [{ count: 0 }, { count: 1.5 }, { share: 2 }, { share: '1' }, 5, 'больше половины']) {
      expect((await put({ quorum })).statusCode, JSON.stringify(quorum)).toBe(422);
    }
    expect((await put({ quorum: null })).json().data).toMatchObject({ quorum: null });
  });

  test('a decision keeps its votes, ballots and the answer to a missing quorum; invalid ones are refused', async () => {
    const votes = {
      ...{ for: 1, against: 1_000_000, abstained: null },
      by_name: [{ member_id: 'm1', name: 'Гость \u202e👩‍👩‍👧', vote: 'for' }],
      no_quorum: { present: 3, total: 9, needed: 5, answer: 'counted' },
    };
    const agendaWith = (given: unknown) => [
      { id: 'a1', title: 'О', decisions: [{ id: 'd1', text: 'Да', votes: given }] },
    ];
    const { id, agenda } = await create(anna, { title: 'Совет', agenda: agendaWith(votes) });
    expect(agenda[0].decisions[0].votes).toEqual(votes);
    const refused = [
      { for: -1 },
      { for: 1.5 },
      { is_secret: 'да' },
      { by_name: [{ member_id: 'm1', name: 'Я'.repeat(301), vote: 'for' }] },
      { by_name: [{ member_id: 'm1', name: 'Я', vote: 'maybe' }] },
      { by_name: Array.from({ length: 1_001 }, () => ({ member_id: 'm1', name: 'Я', vote: 'for' })) },
      { no_quorum: { ...votes.no_quorum, answer: 'да' } },
    ];
    for (const given of refused) {
      const reply = await app.call(anna, 'PUT', `/protocols/${id}`, { agenda: agendaWith(given) });
      expect(reply.statusCode, JSON.stringify(given).slice(0, 80)).toBe(422);
    }
  });

  test('a new protocol keeps the client’s id, its texts and its agenda with unknown fields', async () => {
    const id = uuidv7();
    const agenda = [
      { id: 'a1', title: 'О смете', speaker_id: anna.id, decisions: [{ text: 'Утвердить' }], colour: 'red' },
    ];
    const made = await create(anna, {
      id,
      title: ' Совещание\0 ',
      held_at: '2026-11-20T00:30:00+03:00',
      number: 7,
      agenda,
    });
    expect(made).toMatchObject({
      id,
      stage: 'no_video',
      title: 'Совещание',
      number: '7',
      secretary_id: anna.id,
      version: 1,
    });
    const { data } = (await app.call(anna, 'GET', `/protocols/${id}`)).json();
    expect(data).toMatchObject({
      held_at: '2026-11-20T00:30:00+03:00',
      agenda,
      tasks: [],
      members: [],
      processing: [],
    });
  });

  test('a speaker keeps both name and id when another field of the question changes', async () => {
    const item = { id: 'a1', title: 'О смете', speaker_id: anna.id, speaker_name: 'Морозов А. А.', listened: 'Отчёт' };
    const { id, version } = await create(anna, { title: 'Совещание', agenda: [item] });
    const agenda = [{ ...item, listened: 'Доклад' }];
    expect((await app.call(anna, 'PUT', `/protocols/${id}`, { agenda, version })).statusCode).toBe(200);
    expect((await app.call(anna, 'GET', `/protocols/${id}`)).json().data.agenda).toEqual(agenda);
  });

  test('an agenda with more words than the search can hold is kept whole', async () => {
    const clara = await app.addUser();
    const words = (from: number) => Array.from({ length: 800 }, (_, index) => `слово${from + index}`).join(' ');
    const agenda = Array.from({ length: 150 }, (_, index) => ({ id: String(index), title: words(index * 800) }));
    const { id } = await create(clara, { title: 'Сводный отчёт', agenda });
    const { data } = (await app.call(clara, 'GET', `/protocols/${id}`)).json();
    expect(data.agenda).toEqual(agenda);
    const found = (await app.call(clara, 'GET', `/protocols?search=${encodeURIComponent('слово999')}`)).json();
    expect(found.data.map((row: { id: string }) => row.id)).toEqual([id]);
  });

  test('every call for another’s protocol returns 404, and lists omit it', async () => {
    const clara = await app.addUser();
    const { id } = await create(anna, { title: 'Чужой' });
    for (const [method, path, body] of [
      ['GET', `/protocols/${id}`],
      ['PUT', `/protocols/${id}`, { title: 'Мой' }],
      ['DELETE', `/protocols/${id}`],
      ['POST', `/protocols/${id}/final`],
    ] as const) {
      const reply = await app.call(clara, method, path, body);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    }
    const { data, meta } = (await app.call(clara, 'GET', '/protocols')).json();
    expect(data).toEqual([]);
    expect(meta).toEqual({ current_page: 1, per_page: 15, last_page: 1, total: 0 });
  });

  test('a taken id is refused with 409, an invalid one with 422', async () => {
    const { id } = await create(anna, { title: 'Первый' });
    const taken = await app.call(boris, 'POST', '/protocols', { id, title: 'Второй' });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'id_taken']);
    const odd = await app.call(anna, 'POST', '/protocols', { id: '../etc', title: 'Третий' });
    expect([odd.statusCode, odd.json().errors]).toEqual([422, { id: ['Идентификатор должен быть UUID'] }]);
  });

  test('the list pages newest first, filters by stage and finds by the beginnings of words', async () => {
    const clara = await app.addUser();
    for (let n = 1; n <= 17; n += 1)
      await create(clara, { title: `Планёрка ${n}`, place: n === 3 ? 'Зелёный зал' : 'Зал' });
    await finished(clara, { title: 'Совет директоров' });
    const first = (await app.call(clara, 'GET', '/protocols?limit=15&page=1')).json();
    expect(first.meta).toEqual({ current_page: 1, per_page: 15, last_page: 2, total: 18 });
    expect(first.data.map((row: { title: string }) => row.title).slice(0, 3)).toEqual([
      'Совет директоров',
      'Планёрка 17',
      'Планёрка 16',
    ]);
    const second = (await app.call(clara, 'GET', '/protocols?page=2')).json();
    expect(second.data.map((row: { title: string }) => row.title)).toEqual(['Планёрка 3', 'Планёрка 2', 'Планёрка 1']);
    const titles = async (query: string) =>
      (await app.call(clara, 'GET', `/protocols?${query}`)).json().data.map((row: { title: string }) => row.title);
    expect(await titles('stage=finish')).toEqual(['Совет директоров']);
    expect(await titles(`search=${encodeURIComponent('ЗЕЛЕН зал')}`)).toEqual(['Планёрка 3']);
    expect(await titles(`search=${encodeURIComponent("директ & '(")}`)).toEqual(['Совет директоров']);
    const found = (await app.call(clara, 'GET', `/protocols?search=${encodeURIComponent('план')}&limit=5`)).json();
    expect(found.meta).toEqual({ current_page: 1, per_page: 5, last_page: 4, total: 17 });
    const signs = (await app.call(clara, 'GET', `/protocols?search=${encodeURIComponent('!!!')}`)).json();
    expect(signs).toMatchObject({ data: [], meta: { last_page: 1, total: 0 } });
    expect(await titles('search=%20')).toHaveLength(15);
  });

  test('the next free number is shown, and stays free until a protocol takes it', async () => {
    const clara = await app.addUser();
    const scope = { organization: 'АО «Топаз»', held_at: '2026-05-05T10:00:00+03:00' };
    const next = async (query: Record<string, string>, user = clara) => {
      const reply = await app.call(user, 'GET', `/protocols/next-number?${new URLSearchParams(query)}`);
      return reply.json().data;
    };
    expect(await next(scope)).toEqual({ number: '1', year: 2026 });
    await create(clara, { title: 'А', number: '1', ...scope });
    await create(anna, { title: 'Б', number: '2', ...scope });
    expect(await next(scope)).toEqual({ number: '3', year: 2026 });
    expect(await next({ ...scope, organization: ' ао топаз ' }, boris)).toEqual({ number: '3', year: 2026 });
    expect(await next({ ...scope, held_at: '2025-12-31T23:00:00-05:00' })).toEqual({ number: '1', year: 2025 });
    expect(await next({})).toMatchObject({ number: '1' });
    const id = await finished(clara, { title: 'В', ...scope });
    const final = (await app.call(clara, 'POST', `/protocols/${id}/final`)).json().data;
    expect(final.number).toBe('3');
    expect(await next(scope)).toEqual({ number: '4', year: 2026 });
  });

  test('a search finds titles, questions and decisions by any Russian form of a word', async () => {
    const clara = await app.addUser();
    const question = (title: string, fields = {}) => [{ id: 'q', title, ...fields }];
    await create(clara, { title: 'О закупке оборудования', agenda: question('Сроки отчётов') });
    await create(clara, {
      title: 'Планёрка',
      agenda: question('Разное', { decisions: [{ text: 'Утвердить смету' }] }),
    });
    await create(clara, { title: 'Совет', agenda: question('Прочее', { decision: 'Заключить договоры' }) });
    const titles = async (search: string) => {
      const { data } = (await app.call(clara, 'GET', `/protocols?search=${encodeURIComponent(search)}`)).json();
      return data.map((row: { title: string }) => row.title);
    };
    expect(await titles('закупки')).toEqual(['О закупке оборудования']);
    expect(await titles('срок отчета')).toEqual(['О закупке оборудования']);
    expect(await titles('сметы')).toEqual(['Планёрка']);
    expect(await titles('договорами')).toEqual(['Совет']);
    // Beginnings of words still match, and a word without meaning of its own does not hide the others.
    expect(await titles('оборуд')).toEqual(['О закупке оборудования']);
    expect(await titles('о закупках')).toEqual(['О закупке оборудования']);
    // Another word with the same beginning is none of its forms.
    expect(await titles('сметаны')).toEqual([]);
  });

  test('an edit names its version; a stale one gets the current state and changes nothing', async () => {
    const { id } = await create(anna, { title: 'Черновик', place: 'Зал' });
    const edited = await app.call(anna, 'PUT', `/protocols/${id}`, { version: 1, title: 'Правка' });
    expect(edited.json().data).toMatchObject({ title: 'Правка', place: 'Зал', version: 2 });
    const stale = await app.call(anna, 'PUT', `/protocols/${id}`, { version: 1, title: 'Опоздавшая' });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: 'version_conflict', data: { id, title: 'Правка', version: 2 } });
    expect(stale.json().data).toMatchObject({ updated_by: anna.id, updated_by_name: expect.any(String) });
    expect((await app.call(anna, 'GET', `/protocols/${id}`)).json().data.title).toBe('Правка');
  });

  test('agenda changes are merged into the version they name; invalid ones are refused', async () => {
    const [first, second, third] = ['Первый', 'Второй', 'Третий'].map((title) => ({ id: uuidv7(), title }));
    const { id } = await create(anna, { title: 'Повестка', agenda: [first, second] });
    const put = (body: object) => app.call(anna, 'PUT', `/protocols/${id}`, body);
    const titles = async () => {
      const { agenda } = (await app.call(anna, 'GET', `/protocols/${id}`)).json().data;
      return agenda.map(({ title }: { title: string }) => title);
    };

    const edited = { ...second, title: 'Второй, иначе' };
    expect((await put({ version: 1, agenda_changes: { items: [edited] } })).statusCode).toBe(200);
    expect(await titles()).toEqual(['Первый', 'Второй, иначе']);
    const order = [third?.id, second?.id];
    expect((await put({ version: 2, agenda_changes: { items: [third], order } })).statusCode).toBe(200);
    expect(await titles()).toEqual(['Третий', 'Второй, иначе']);

    for (const [body, status] of [
      [{ version: 2, agenda_changes: { items: [first] } }, 409],
      [{ agenda_changes: { items: [first] } }, 422],
      [{ version: 3, agenda: [], agenda_changes: { items: [] } }, 422],
      [{ version: 3, agenda_changes: { items: [], order: [uuidv7()] } }, 422],
      [{ version: 3, agenda_changes: { items: [{ title: 'без номера' }] } }, 422],
    ] as const) {
      expect((await put(body)).statusCode, JSON.stringify(body)).toBe(status);
    }
    expect(await titles()).toEqual(['Третий', 'Второй, иначе']);
  });

  test('a minimal reply has the version and no contents', async () => {
    const { id } = await create(anna, { title: 'Черновик' });
    const body = { version: 1, title: 'Правка' };
    const reply = await app.call(anna, 'PUT', `/protocols/${id}`, body, { prefer: 'return=minimal' });
    expect(reply.headers['preference-applied']).toBe('return=minimal');
    expect(reply.json().data).toEqual({ id, stage: 'no_video', version: 2, updated_at: expect.any(String) });
    expect((await app.call(anna, 'GET', `/protocols/${id}`)).json().data.title).toBe('Правка');
  });

  test('of many simultaneous edits of one version exactly one succeeds', async () => {
    const { id } = await create(anna, { title: 'Черновик' });
    const edits = Array.from({ length: 8 }, (_, n) =>
      app.call(anna, 'PUT', `/protocols/${id}`, { version: 1, title: `${n}` }),
    );
    const statuses = (await Promise.all(edits)).map((reply) => reply.statusCode).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  test('a number is unique within organization and year', async () => {
    await create(anna, {
      title: 'А',
      number: '12-А',
      organization: 'ООО «Меридиан»',
      held_at: '2026-02-01T10:00:00+03:00',
    });
    const same = { title: 'Б', number: '12-А', organization: 'ООО Меридиан', held_at: '2026-12-31T23:30:00-05:00' };
    const taken = await app.call(boris, 'POST', '/protocols', same);
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({
      code: 'number_taken',
      errors: { number: ['Протокол с таким номером в этом году уже есть'] },
    });
    const signed = await app.call(boris, 'POST', '/protocols', { ...same, number: '№ 12-А' });
    expect([signed.statusCode, signed.json().code]).toEqual([409, 'number_taken']);
    await create(boris, { ...same, held_at: '2027-01-01T00:30:00+03:00' });
    await create(boris, { ...same, organization: 'АО «Полюс»' });
  });

  test('leading zeros of a number are ignored', async () => {
    const scope = { organization: 'АО «Нефрит»', held_at: '2026-02-01T10:00:00+03:00' };
    const { id } = await create(anna, { title: 'А', number: '0114', ...scope });
    const codeOf = async (number: string) => {
      const reply = await app.call(boris, 'POST', '/protocols', { title: 'Б', number, ...scope });
      return reply.json().code ?? reply.statusCode;
    };
    expect([await codeOf('114'), await codeOf('00114'), await codeOf('114-А')]).toEqual([
      'number_taken',
      'number_taken',
      201,
    ]);
    expect(await codeOf('0114-А')).toBe('number_taken');
    const renamed = await app.call(anna, 'PUT', `/protocols/${id}`, { number: '114', title: 'В' });
    expect(renamed.json().data).toMatchObject({ number: '114', title: 'В' });
    const moved = await create(boris, { title: 'Г', number: '114', ...scope, held_at: '2027-02-01T10:00:00+03:00' });
    const back = await app.call(boris, 'PUT', `/protocols/${moved.id}`, { held_at: scope.held_at });
    expect(back.json()).toMatchObject({ code: 'number_taken' });
  });

  test('of the same number with and without zeros, given at once, one is accepted', async () => {
    const scope = { organization: 'АО «Яшма»', held_at: '2026-02-01T10:00:00+03:00' };
    const numbers = ['7', '07', '007', '0007'];
    const replies = await Promise.all(
      numbers.map((number) => app.call(anna, 'POST', '/protocols', { title: number, number, ...scope })),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
  });

  test('an unknown meeting or chairman is refused at its field', async () => {
    const reply = await app.call(anna, 'POST', '/protocols', { title: 'А', meeting_id: uuidv7() });
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { meeting_id: ['Встреча не найдена'] }]);
    const { id } = await create(anna, { title: 'А' });
    const edit = await app.call(anna, 'PUT', `/protocols/${id}`, { chairman_id: 'nobody' });
    expect([edit.statusCode, edit.json().errors]).toEqual([422, { chairman_id: ['Такого пользователя нет'] }]);
  });

  test('an end before the start is refused, also when only one of both is sent', async () => {
    const late = { ended_at: ['Конец должен быть позже начала'] };
    const times = { held_at: '2026-11-20T10:00:00+03:00', ended_at: '2026-11-20T12:00:00+05:00' };
    const reply = await app.call(anna, 'POST', '/protocols', { title: 'А', ...times });
    expect([reply.statusCode, reply.json().errors]).toEqual([422, late]);
    const { id } = await create(anna, { title: 'А', held_at: times.held_at });
    const edit = await app.call(anna, 'PUT', `/protocols/${id}`, { ended_at: '2026-11-20T09:00:00+03:00' });
    expect([edit.statusCode, edit.json().errors]).toEqual([422, late]);
    expect((await app.call(anna, 'PUT', `/protocols/${id}`, { ended_at: null, held_at: null })).statusCode).toBe(200);
  });

  test('a chairman blocked later stays, but cannot be chosen again', async () => {
    const chief = await app.addUser('external');
    const { id } = await create(anna, { title: 'А', chairman_id: chief.id });
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, chief.id));
    const edit = (body: object) => app.call(anna, 'PUT', `/protocols/${id}`, body);
    expect((await edit({ title: 'Б', chairman_id: chief.id })).json().data).toMatchObject({ chairman_id: chief.id });
    await edit({ chairman_id: null });
    const again = await edit({ chairman_id: chief.id });
    expect([again.statusCode, again.json().errors]).toEqual([422, { chairman_id: ['Такого пользователя нет'] }]);
  });

  test('an edit with unknown fields only succeeds and changes nothing', async () => {
    const { id } = await create(anna, { title: 'А', place: 'Зал' });
    const body = { colour: 'red', owner_id: boris.id, search_key: 'x', created_at: '2000-01-01T00:00:00Z' };
    expect((await app.call(anna, 'PUT', `/protocols/${id}`, body)).statusCode).toBe(200);
    const { data } = (await app.call(anna, 'GET', `/protocols/${id}`)).json();
    expect(data).toMatchObject({ title: 'А', place: 'Зал', secretary_id: anna.id, stage: 'no_video' });
    expect(data).not.toHaveProperty('colour');
  });

  test.each([
    ['emoji', '👩‍💻 Совет 🇷🇺'],
    ['a page', '<script>alert(1)</script>'],
    ['right to left', 'اجتماع \u202eабв'],
    ['ten thousand letters', 'я'.repeat(10_000)],
  ])('a title of %s is kept as it is', async (_, title) => {
    expect((await create(anna, { title })).title).toBe(title);
    const long = await app.call(anna, 'POST', '/protocols', { title: `${title}${'я'.repeat(10_000)}` });
    expect([long.statusCode, Object.keys(long.json().errors)]).toEqual([422, ['title']]);
  });

  test('a deleted protocol is gone and no longer counted', async () => {
    const clara = await app.addUser();
    const { id } = await create(clara, { title: 'Лишний' });
    expect((await app.call(clara, 'DELETE', `/protocols/${id}`)).statusCode).toBe(204);
    expect((await app.call(clara, 'GET', `/protocols/${id}`)).statusCode).toBe(404);
    expect((await app.call(clara, 'GET', '/protocols')).json().meta.total).toBe(0);
  });

  describe('the stage', () => {
    test('becomes finish by hand, and its owner receives an event', async () => {
      const { id } = await create(anna, { title: 'А' });
      told.length = 0;
      await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
      expect(told).toEqual([{ type: 'stage', protocol_id: id, stage: 'finish', version: 2 }]);
    });

    test('becomes nothing else by hand, and a refused move changes nothing and tells nothing', async () => {
      const { id } = await create(anna, { title: 'А' });
      told.length = 0;
      const reply = await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'final', title: 'Б' });
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'illegal_stage']);
      expect((await app.call(anna, 'GET', `/protocols/${id}`)).json().data).toMatchObject({
        stage: 'no_video',
        title: 'А',
        version: 1,
      });
      expect(told).toEqual([]);
    });

    test('becomes final from finish only; numbers then run on, around those given by hand', async () => {
      const scope = { organization: 'АО «Рубин»', held_at: '2026-05-05T10:00:00+03:00' };
      const draft = await create(anna, { title: 'А', ...scope });
      const early = await app.call(anna, 'POST', `/protocols/${draft.id}/final`);
      expect([early.statusCode, early.json().code]).toEqual([409, 'illegal_stage']);
      await create(anna, { title: 'По руке', number: '02', ...scope });
      const ids = [await finished(anna, { title: 'Б', ...scope }), await finished(anna, { title: 'В', ...scope })];
      const replies = await Promise.all(ids.map((id) => app.call(anna, 'POST', `/protocols/${id}/final`)));
      expect(replies.map((reply) => reply.json().data.stage)).toEqual(['final', 'final']);
      expect(replies.map((reply) => reply.json().data.number).sort()).toEqual(['1', '3']);
    });

    test('a final protocol is read-only until it is opened again with a reason, as a new version', async () => {
      const id = await finished(anna, { title: 'А' });
      const final = (await app.call(anna, 'POST', `/protocols/${id}/final`, {})).json().data;
      for (const [method, body] of [
        ['PUT', { title: 'Б' }],
        ['DELETE', undefined],
      ] as const) {
        const reply = await app.call(anna, method, `/protocols/${id}`, body);
        expect([reply.statusCode, reply.json().code]).toEqual([409, 'final_read_only']);
      }
      const twice = await app.call(anna, 'POST', `/protocols/${id}/final`);
      expect([twice.statusCode, twice.json().code]).toEqual([409, 'illegal_stage']);
      const noReason = await app.call(anna, 'POST', `/protocols/${id}/final`, { reopen_reason: ' ' });
      expect(noReason.statusCode).toBe(422);
      const open = await app.call(anna, 'POST', `/protocols/${id}/final`, { reopen_reason: 'Опечатка в решении' });
      expect(open.json().data).toMatchObject({ stage: 'finish', number: final.number, version: final.version + 1 });
      await app.call(anna, 'PUT', `/protocols/${id}`, { title: 'Исправлен' });
      const again = (await app.call(anna, 'POST', `/protocols/${id}/final`)).json().data;
      expect(again).toMatchObject({ stage: 'final', number: final.number, title: 'Исправлен' });
    });
  });
});
