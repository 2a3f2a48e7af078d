import { eq } from 'drizzle-orm';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SearchGroup, SearchHit } from '#contract/search/search.ts';
import { registerSearchRefresh } from '#server/modules/protocols/protocols/refresh-search.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { bothDatabases } from './support/test-database.ts';

const vtt = `WEBVTT

00:05.000 --> 00:09.000
<v Иванов>Начнём с кровли гимназии

01:00.000 --> 01:04.500
<v Петрова>Кровлю гимназии чинит подрядчик
`;

describe.each(bothDatabases)('the global search on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let other: TestUser;
  let protocolId: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser('secretary', {
      name: 'Кровельщикова Анна Ильинична',
      position: 'Секретарь гимназии',
      searchKey: 'кровельщикова анна ильинична секретарь гимназии',
    });
    other = await app.addUser();
    protocolId = await fill(anna);
    await fill(other);
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  async function fill(user: TestUser): Promise<string> {
    const post = async (path: string, body: object) => {
      const reply = await app.call(user, 'POST', path, body);
      expect([path, reply.statusCode, reply.body]).toEqual([path, 201, reply.body]);
      return reply.json().data.id as string;
    };
    const id = await post('/protocols', {
      title: 'Совещание у директора',
      number: `${user === anna ? 'К' : 'Ч'}-17`,
      held_at: '2026-03-05T10:00:00+03:00',
      agenda: [
        { id: 'q1', title: 'О разном', discussion: 'Обсудили отчёт по столовой и прочие дела гимназии' },
        {
          id: 'q2',
          title: 'О ремонте',
          decisions: [
            { id: 'd1', text: 'Принять к сведению' },
            { id: 'd2', text: `${'Учитывая всё сказанное выше, '.repeat(12)}начать ремонт кровли в июне` },
          ],
        },
      ],
    });
    await post(`/protocols/${id}/tasks`, {
      title: 'Заказать смету на кровлю',
      assignee_id: user.id,
      due_at: '2026-04-01',
    });
    const span = { start_at: '2026-03-12T10:00:00+03:00', end_at: '2026-03-12T11:00:00+03:00' };
    await post('/meetings', { title: 'Осмотр кровли', place: 'Гимназия', ...span });
    await post('/meetings', { title: 'Планёрка', place: 'Котельная', description: 'Насосы старой котельной', ...span });
    const reply = await sendForm(app, user, 'PUT', `/protocols/${id}/transcript`, [
      ['subtitles', new File([vtt], 'запись.vtt')],
    ]);
    expect(reply.statusCode).toBe(200);
    return id;
  }

  const ask = (user: TestUser, search: string, more = '') =>
    app.call(user, 'GET', `/search?search=${encodeURIComponent(search)}${more}`);
  async function groups(user: TestUser, search: string, more = ''): Promise<Map<string, SearchGroup>> {
    const reply = await ask(user, search, more);
    expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, '']);
    return new Map((reply.json().data as SearchGroup[]).map((group) => [group.kind, group]));
  }
  const shown = ({ title, marks, found }: SearchHit) => ({
    title,
    words: marks.map(([from, to]) => title.slice(from, to)),
    ...(found && {
      in: found.in,
      text: found.text,
      found: found.marks.map(([from, to]) => found.text.slice(from, to)),
    }),
  });

  test('finds each kind by any form of the word, says where it stands and what to open', async () => {
    const found = await groups(anna, 'кровлей');
    expect([...found.keys()]).toEqual(['protocol', 'decision', 'task', 'meeting', 'transcript']);
    for (const group of found.values())
      expect([group.kind, group.total, group.hits.length]).toEqual([group.kind, 1, 1]);
    const hit = (name: string) => found.get(name)?.hits[0] as SearchHit;

    expect(hit('protocol')).toMatchObject({ id: protocolId, detail: 'К-17', date: '2026-03-05T10:00:00+03:00' });
    expect(shown(hit('protocol'))).toMatchObject({ in: 'decision', found: ['кровли'] });
    expect(hit('decision')).toMatchObject({ protocol_id: protocolId, agenda_id: 'q2', decision_id: 'd2' });
    expect(hit('decision').found).toMatchObject({
      position: 2,
      text: expect.stringMatching(/^….*начать ремонт кровли/),
    });
    expect(hit('task')).toMatchObject({
      protocol_id: protocolId,
      date: '2026-04-01T23:59:59+03:00',
      detail: 'Кровельщикова Анна Ильинична',
    });
    expect(shown(hit('task'))).toEqual({ title: 'Заказать смету на кровлю', words: ['кровлю'] });
    expect(shown(hit('meeting'))).toEqual({ title: 'Осмотр кровли', words: ['кровли'] });
    expect(hit('transcript')).toMatchObject({ protocol_id: protocolId, at: 5, detail: 'Иванов' });
    expect(shown(hit('transcript'))).toMatchObject({ text: 'Начнём с кровли гимназии', found: ['кровли'] });
  });

  test('finds people by the beginning of a name, meetings by their place', async () => {
    const person = (await groups(anna, 'кровельщик')).get('person')?.hits[0] as SearchHit;
    expect(person).toMatchObject({ id: anna.id, role: 'secretary', detail: 'Секретарь гимназии' });
    expect(shown(person)).toMatchObject({ words: ['Кровельщикова'] });
    const meeting = (await groups(anna, 'осмотр гимназия')).get('meeting')?.hits[0] as SearchHit;
    expect(shown(meeting)).toEqual({
      title: 'Осмотр кровли',
      words: ['Осмотр'],
      in: 'place',
      text: 'Гимназия',
      found: ['Гимназия'],
    });
  });

  test('shows the field of a meeting that has most of the words, as the device does', async () => {
    const meeting = (await groups(anna, 'насос котельная')).get('meeting')?.hits[0] as SearchHit;
    expect(shown(meeting)).toMatchObject({ in: 'description', found: ['Насосы', 'котельной'] });
  });

  test('finds the number of a protocol, what was discussed, and ё written as е', async () => {
    expect(shown((await groups(anna, '17')).get('protocol')?.hits[0] as SearchHit)).toMatchObject({
      in: 'number',
      text: 'К-17',
    });
    expect(shown((await groups(anna, 'отчет столовая')).get('protocol')?.hits[0] as SearchHit)).toMatchObject({
      in: 'discussion',
      found: ['отчёт', 'столовой'],
    });
  });

  test.each(['manager', 'admin'] as const)(
    'a secretary who becomes %s no longer finds their former work',
    async (role) => {
      const user = await app.addUser('secretary', { name: 'Кровлев Пётр', searchKey: 'кровлев петр' });
      await fill(user);
      expect([...(await groups(user, 'кровл')).keys()]).toEqual(expect.arrayContaining(['protocol', 'transcript']));
      await app.db.update(users).set({ role }).where(eq(users.id, user.id));
      // The role of a session is remembered for a while.
      const now = { ...user, ...(await app.services.auth.signIn(user.id, 'test')) };
      expect([...(await groups(now, 'кровельщикова')).keys()]).toEqual(role === 'admin' ? ['person'] : []);
      expect([...(await groups(now, 'кровл')).keys()].filter((kind) => kind !== 'person')).toEqual([]);
    },
  );

  test('everybody finds what their lists show, and no more', async () => {
    const manager = await app.addUser('manager');
    const [admin, external] = [await app.addUser('admin'), await app.addUser('external')];
    expect([...(await groups(manager, 'кровля')).keys()]).toEqual([]);
    expect((await groups(manager, 'кровельщикова')).size).toBe(0);
    await app.db.update(users).set({ managerId: manager.id }).where(eq(users.id, anna.id));
    expect([...(await groups(manager, 'кровельщикова')).keys()]).toEqual(['task', 'person']);
    expect([...(await groups(manager, 'кровля')).keys()]).toEqual(
      [...(await groups(anna, 'кровля')).keys()].filter((kind) => kind !== 'meeting'),
    );
    await app.db.update(users).set({ managerId: null }).where(eq(users.id, anna.id));
    expect((await groups(manager, 'кровля')).size).toBe(0);
    expect([...(await groups(admin, 'кровельщикова')).keys()]).toEqual(['person']);
    expect((await ask(external, 'кровля')).statusCode).toBe(403);
    const own = await groups(other, 'кровля');
    for (const { hits } of own.values()) for (const hit of hits) expect(JSON.stringify(hit)).not.toContain(protocolId);
    expect(own.get('transcript')?.total).toBe(1);
  });

  test.each(['', ' ', 'к', '%_\\', '"\'`', "' or 1=1 --", '😀😀', '<b>', '!:*', '\u0000', 'kpoвля'])(
    '%j finds nothing and causes no error',
    async (search) => {
      expect((await groups(anna, search)).size).toBe(0);
    },
  );

  test('a search that is too long or missing is refused with a Russian message', async () => {
    const long = await ask(anna, 'я'.repeat(10_000));
    expect([long.statusCode, long.json().errors]).toEqual([422, { search: ['Не больше 200 символов'] }]);
    const none = await app.call(anna, 'GET', '/search');
    expect([none.statusCode, none.json().message]).toEqual([422, 'Напишите, что найти']);
  });

  test('an English word is found in the form that the database alone knows', async () => {
    const decisions = [
      { id: 'd0', text: ' ' },
      { id: 'd1', text: 'Принять report по Windows' },
    ];
    const agenda = [{ id: 'q', title: 'О разном', decisions }];
    await app.call(anna, 'POST', '/protocols', { title: 'Отдел', agenda });
    const [hit] = (await groups(anna, 'reports')).get('decision')?.hits ?? [];
    expect(hit).toMatchObject({ id: 'd1', agenda_id: 'q', decision_id: 'd1', found: { in: 'decision', position: 1 } });
    expect(hit && shown(hit)).toMatchObject({ text: 'Принять report по Windows', found: [] });
  });

  test('a very long agenda is found, without the place of the words', async () => {
    const said = 'Говорили о разном. '.repeat(500);
    const agenda = [
      ...Array.from({ length: 20 }, (_, place) => ({ id: `q${place}`, title: 'Вопрос', discussion: said })),
      { id: 'q', title: 'О море', decisions: [{ id: 'd', text: 'Купить якорь' }] },
    ];
    const { id } = (await app.call(anna, 'POST', '/protocols', { title: 'Флот', agenda })).json().data;
    const found = await groups(anna, 'якоря');
    expect([...found.keys()]).toEqual(['protocol', 'decision']);
    expect(found.get('protocol')?.hits.map(shown)).toEqual([{ title: 'Флот', words: [] }]);
    const decision = found.get('decision')?.hits;
    expect(decision).toMatchObject([{ id, title: 'Флот', protocol_id: id }]);
    expect(decision?.map(({ found }) => found)).toEqual([undefined]);
  });

  test('a decision that was overwritten is no longer found by its old words', async () => {
    const agenda = [{ id: 'q', title: 'О чём-то', decisions: [{ id: 'd', text: 'Закрыть бассейн' }] }];
    const { id } = (await app.call(anna, 'POST', '/protocols', { title: 'Плавание', agenda })).json().data;
    const decisions = async (search: string) =>
      (await groups(anna, search)).get('decision')?.hits.map((hit) => hit.decision_id);
    expect(await decisions('бассейн')).toEqual(['d']);
    await app.call(anna, 'PUT', `/protocols/${id}`, {
      agenda: [{ id: 'q', title: 'О чём-то', decisions: [{ id: 'd', text: 'Открыть каток' }] }],
    });
    expect([await decisions('бассейн'), await decisions('каток')]).toEqual([undefined, ['d']]);
  });

  test('rows written by a server of an earlier version beside this one are indexed soon', async () => {
    const agenda = [{ id: 'q', title: 'О чём-то', decisions: [{ id: 'd', text: 'Открыть ярмарку' }] }];
    const { id } = (await app.call(anna, 'POST', '/protocols', { title: 'Торги', agenda })).json().data;
    await app.db.update(protocols).set({ decisionKey: '', searchVersion: 2 }).where(eq(protocols.id, id));
    const beside = fastify();
    registerSearchRefresh(beside, app.services.database, 5);
    await beside.ready();
    await vi.waitFor(async () => expect((await groups(anna, 'ярмарка')).get('decision')?.total).toBe(1), {
      timeout: 15_000,
    });
    await app.db.update(protocols).set({ decisionKey: '', searchVersion: 2 }).where(eq(protocols.id, id));
    await vi.waitFor(async () => expect((await groups(anna, 'ярмарка')).get('decision')?.total).toBe(1), {
      timeout: 15_000,
    });
    await beside.close();
  });

  test('lists can be filtered by days, people, bodies and chairman, tasks by assignee', async () => {
    const user = await app.addUser();
    const [chair, guest] = [await app.addUser('external'), await app.addUser('external')];
    const post = async (path: string, body: object) =>
      (await app.call(user, 'POST', path, body)).json().data.id as string;
    const body = await post('/bodies', { name: 'Комиссия по кровле' });
    const held = await post('/protocols', { title: 'Один', held_at: '2026-03-05T01:00:00+03:00', body_id: body });
    const other = await post('/protocols', { title: 'Другой', held_at: '2026-03-06T10:00:00+03:00' });
    await post(`/protocols/${other}/members`, { member_id: chair.id, kind: 'chairman' });
    await post(`/protocols/${other}/members`, { member_id: guest.id, kind: 'invited' });
    const task = await post(`/protocols/${other}/tasks`, { title: 'Дело', assignee_id: guest.id });
    await post(`/protocols/${other}/tasks`, { title: 'Другое дело' });
    const ids = async (path: string) => {
      const { data, meta } = (await app.call(user, 'GET', path)).json();
      return [meta.total, ...(data as { id: string }[]).map(({ id }) => id)];
    };
    expect(await ids('/protocols?from=2026-03-05&to=2026-03-05')).toEqual([1, held]);
    expect(await ids('/protocols?from=2026-03-06')).toEqual([1, other]);
    expect(await ids(`/protocols?body_id=${body}`)).toEqual([1, held]);
    expect(await ids(`/protocols?chairman_id=${chair.id}`)).toEqual([1, other]);
    expect(await ids(`/protocols?person_id=${guest.id}&search=другой`)).toEqual([1, other]);
    expect(await ids(`/protocols?person_id=${guest.id}&to=2026-03-05`)).toEqual([0]);
    expect(await ids(`/protocols/tasks?assignee_id=${guest.id}`)).toEqual([1, task]);
    expect((await app.call(user, 'GET', '/protocols?from=вчера')).statusCode).toBe(422);
    // A protocol made from a meeting has its instant in UTC: its day is that of the organization, here Moscow.
    const late = await post('/protocols', { title: 'Поздний', held_at: '2026-03-07T22:30:00.000Z' });
    expect(await ids('/protocols?from=2026-03-08&to=2026-03-08')).toEqual([1, late]);
    expect(await ids('/protocols?from=2026-03-07&to=2026-03-07')).toEqual([0]);
  });
});
