import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnTask } from '#contract/participation/participation.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { tasks } from '#server/schema/work.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('what a person takes part in, on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let kim: TestUser;
  let orlova: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser('secretary', { name: 'Петрова Анна' });
    kim = await app.addUser('external', { name: 'Ким Дмитрий', createdById: anna.id });
    orlova = await app.addUser('manager', { name: 'Орлова Вера' });
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const agenda = () => [
    { id: uuidv7(), title: 'О бюджете', decisions: [{ id: uuidv7(), text: 'Принять бюджет' }] },
    { id: uuidv7(), title: 'О складе', listened: 'Тайна склада', decisions: [{ id: uuidv7(), text: 'Открыть склад' }] },
  ];

  async function make(path: string, body: object): Promise<string> {
    const reply = await app.call(anna, 'POST', path, body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data.id;
  }
  async function protocol(more: object = {}) {
    const items = agenda();
    return {
      id: await make('/protocols', {
        title: 'О бюджете',
        held_at: '2026-03-02T10:00:00+03:00',
        agenda: items,
        ...more,
      }),
      items,
    };
  }
  const finish = (id: string) => app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
  const final = (id: string, body: object = {}) => app.call(anna, 'POST', `/protocols/${id}/final`, body);
  const read = async (path: string, who = kim) => (await app.call(who, 'GET', path)).json().data;
  const status = async (path: string, who = kim) => (await app.call(who, 'GET', path)).statusCode;
  const tasksOf = (who = kim): Promise<OwnTask[]> => read('/me/tasks?limit=100', who);
  const titles = async (who = kim) => (await tasksOf(who)).map(({ title }) => title);

  test('a task is listed once the minutes are finished, not while they are a draft', async () => {
    const { id, items } = await protocol({ chairman_id: orlova.id });
    const [item] = items;
    const given = {
      assignee_id: kim.id,
      due_at: '2026-04-01',
      agenda_id: item?.id,
      decision_id: item?.decisions[0]?.id,
    };
    const task = await make(`/protocols/${id}/tasks`, {
      ...given,
      title: 'Смета к апрелю',
      evidence: { start: 5, quote: 'тайное' },
    });
    expect(await titles()).not.toContain('Смета к апрелю');
    await finish(id);
    const own = (await tasksOf()).find((each) => each.id === task);
    expect(own).toMatchObject({
      ...{ title: 'Смета к апрелю', decision: 'Принять бюджет', agenda_position: 1, is_signed: false, evidence: null },
      ...{ chairman_name: 'Орлова Вера', secretary_name: 'Петрова Анна', protocol_title: 'О бюджете', reports: [] },
    });
    expect(await titles(orlova)).not.toContain('Смета к апрелю');
    expect(await status(`/me/protocols/${id}`)).toBe(404);
    await app.call(anna, 'PUT', `/protocols/tasks/${task}`, { assignee_id: orlova.id });
    expect(await titles()).not.toContain('Смета к апрелю');
    expect(await titles(orlova)).toContain('Смета к апрелю');
  });

  test('a member reads all of the last signed version, and nothing of the next one or of the recording', async () => {
    const { id, items } = await protocol();
    const member = await make(`/protocols/${id}/members`, { member_id: kim.id });
    expect(await status(`/me/protocols/${id}`), 'a draft').toBe(404);
    await finish(id);
    expect(await status(`/me/protocols/${id}`), 'not signed').toBe(404);
    await final(id);
    const whole = await read(`/me/protocols/${id}`);
    expect(whole).toMatchObject({
      parts: 'whole',
      edition: 1,
      member_kind: 'present',
      is_reopened: false,
      video: null,
    });
    expect(whole.protocol.agenda).toHaveLength(2);
    expect(whole.items.map(({ position }: { position: number }) => position)).toEqual([1, 2]);
    expect(await status(`/me/protocols/${id}/documents/pdf`)).toBe(200);
    for (const path of [`/protocols/${id}`, `/protocols/${id}/transcript`, `/protocols/${id}/documents/pdf`]) {
      expect(await status(path), path).toBe(403);
    }
    await final(id, { reopen_reason: 'Опечатка' });
    await app.call(anna, 'PUT', `/protocols/${id}`, { title: 'О тайном', agenda: items.slice(0, 1) });
    const [row] = (await read('/me/protocols')).filter((each: { id: string }) => each.id === id);
    expect(row).toMatchObject({ title: 'О бюджете', edition: 1, is_reopened: true });
    expect((await read(`/me/protocols/${id}`)).protocol.agenda).toHaveLength(2);
    expect((await app.call(anna, 'DELETE', `/protocols/members/${member}`)).statusCode).toBe(204);
    expect(await status(`/me/protocols/${id}`), 'removed in the middle').toBe(404);
    expect(await status(`/me/protocols/${id}/documents/pdf`)).toBe(404);
    expect((await read('/me/protocols')).some((each: { id: string }) => each.id === id)).toBe(false);
  });

  test('a task is part of the edition signed after it, whatever the clock of the server that added it', async () => {
    const { id } = await protocol();
    const task = await make(`/protocols/${id}/tasks`, { title: 'Завтрашние часы', assignee_id: kim.id });
    const ahead = new Date(Date.now() + 3_600_000);
    await app.db.update(tasks).set({ createdAt: ahead }).where(eq(tasks.id, task));
    await finish(id);
    await final(id);
    expect(await titles()).toContain('Завтрашние часы');
  });

  test('a task whose question was deleted gives no extract, in the lists as on the page', async () => {
    const lev = await app.addUser('external', { name: 'Ким Лев' });
    const { id, items } = await protocol();
    const [first, second] = items;
    await make(`/protocols/${id}/tasks`, { title: 'Без вопроса', assignee_id: lev.id, agenda_id: second?.id });
    await app.call(anna, 'PUT', `/protocols/${id}`, { agenda: [first] });
    await finish(id);
    await final(id);
    expect(await tasksOf(lev)).toMatchObject([{ title: 'Без вопроса', is_signed: false }]);
    expect(await read('/me/protocols', lev)).toEqual([]);
    expect(await status(`/me/protocols/${id}`, lev)).toBe(404);
  });

  test('a page past the end tells how many there are in all', async () => {
    const lev = await app.addUser('external', { name: 'Ким Лев' });
    const { id } = await protocol();
    await make(`/protocols/${id}/members`, { member_id: lev.id });
    for (const title of ['Раз', 'Два']) await make(`/protocols/${id}/tasks`, { title, assignee_id: lev.id });
    await finish(id);
    await final(id);
    for (const [path, total] of [
      ['/me/tasks', 2],
      ['/me/protocols', 1],
    ] as const) {
      const reply = (await app.call(lev, 'GET', `${path}?limit=1&page=99`)).json();
      expect([reply.data, reply.meta.total, reply.meta.last_page], path).toEqual([[], total, total]);
    }
  });

  test('a person with only a task reads the extract of its question', async () => {
    const { id, items } = await protocol();
    const [, second] = items;
    await make(`/protocols/${id}/tasks`, { title: 'Открыть склад', assignee_id: kim.id, agenda_id: second?.id });
    const other = await make(`/protocols/${id}/tasks`, {
      title: 'Чужое',
      assignee_id: orlova.id,
      agenda_id: items[0]?.id,
    });
    await finish(id);
    await final(id);
    const seen = await read(`/me/protocols/${id}`);
    expect(seen).toMatchObject({ parts: 'extracts', items: [{ id: second?.id, position: 2, title: 'О складе' }] });
    expect(JSON.stringify(seen)).not.toContain('Принять бюджет');
    expect(JSON.stringify(seen)).not.toContain(other);
    expect(seen.protocol.agenda[1].listened).toBe('Тайна склада');
    const pdf = `/me/protocols/${id}/documents/pdf`;
    expect(await status(`${pdf}?item=${second?.id}`)).toBe(200);
    expect(await status(`${pdf}?item=${items[0]?.id}`)).toBe(404);
    expect(await status(pdf)).toBe(404);
    expect(await status(pdf, await app.addUser('external'))).toBe(404);
  });

  test('a task whose decision stands in another question gives access to the extract of that question', async () => {
    const { id, items } = await protocol();
    const [first, second] = items;
    const places = { agenda_id: first?.id, decision_id: second?.decisions[0]?.id };
    await make(`/protocols/${id}/tasks`, { title: 'Перенесённое', assignee_id: kim.id, ...places });
    await finish(id);
    await final(id);
    const seen = await read(`/me/protocols/${id}`);
    expect(seen).toMatchObject({ items: [{ id: second?.id }], protocol: { tasks: [{ title: 'Перенесённое' }] } });
    const own = (await tasksOf()).find(({ title }) => title === 'Перенесённое');
    expect(own).toMatchObject({ agenda_position: 2, decision: 'Открыть склад' });
  });

  test('a task without a question gives its assignee no access to the protocol', async () => {
    const { id } = await protocol();
    await make(`/protocols/${id}/tasks`, { title: 'Без вопроса', assignee_id: kim.id });
    await finish(id);
    await final(id);
    const own = (await tasksOf()).find(({ protocol_id }) => protocol_id === id);
    expect([own, await status(`/me/protocols/${id}`)]).toMatchObject([{ is_signed: false }, 404]);
  });

  test('an extract contains no name that it does not print', async () => {
    const speaker = await app.addUser('manager', { name: 'Докладчикова Ольга' });
    const present = await Promise.all(
      Array.from({ length: 16 }, (_, index) => app.addUser('manager', { name: `Участникова Нина ${index}` })),
    );
    const [first, second] = agenda();
    const { id } = await protocol({ agenda: [{ ...first, speaker_id: speaker.id }, second] });
    for (const { id: member_id } of present) await make(`/protocols/${id}/members`, { member_id });
    await make(`/protocols/${id}/tasks`, { title: 'Склад', assignee_id: kim.id, agenda_id: second?.id });
    await finish(id);
    await final(id);
    const seen = await read(`/me/protocols/${id}`);
    expect(JSON.stringify(seen)).not.toMatch(/Докладчикова|Участникова/);
    expect(seen.people.map(({ name }: { name: string }) => name)).toEqual(['Петрова Анна', 'Ким Дмитрий']);
    expect(seen.protocol.members).toHaveLength(16);
    expect(JSON.stringify(await read(`/me/protocols/${id}`, present[0]))).toContain('Докладчикова');
  });

  test('while a signed protocol is reopened, a task keeps its signed text, and a new one is not listed', async () => {
    const { id, items } = await protocol({ title: 'Подписано' });
    const [item] = items;
    const given = { assignee_id: kim.id, agenda_id: item?.id, decision_id: item?.decisions[0]?.id };
    const task = await make(`/protocols/${id}/tasks`, { ...given, title: 'Как подписано', due_at: '2026-04-01' });
    await finish(id);
    await final(id);
    await final(id, { reopen_reason: 'Опечатка' });
    const decisions = [{ id: given.decision_id, text: 'Тайное решение' }];
    await app.call(anna, 'PUT', `/protocols/${id}`, { title: 'Тайна', agenda: [{ ...item, decisions }] });
    await app.call(anna, 'PUT', `/protocols/tasks/${task}`, { title: 'Тайное дело', due_at: '2027-04-01' });
    await make(`/protocols/${id}/tasks`, { ...given, title: 'Новое тайное' });
    const own = (await tasksOf()).filter(({ protocol_id }) => protocol_id === id);
    expect(own).toMatchObject([
      { id: task, title: 'Как подписано', decision: 'Принять бюджет', protocol_title: 'Подписано' },
    ]);
    expect(own[0]?.due_at).toContain('2026-04-01');
    await final(id);
    expect(await titles()).toEqual(expect.arrayContaining(['Тайное дело', 'Новое тайное']));
  });

  test('while a signed protocol is reopened, its tasks are sorted, filtered and found by their signed deadline', async () => {
    const { id, items } = await protocol();
    const person = await app.addUser('external', { name: 'Рогова Инна' });
    const given = { assignee_id: person.id, agenda_id: items[0]?.id };
    const [late, next] = [
      await make(`/protocols/${id}/tasks`, { ...given, title: 'Раньше', due_at: '2020-04-01' }),
      await make(`/protocols/${id}/tasks`, { ...given, title: 'Позже', due_at: '2099-04-01' }),
    ];
    await finish(id);
    await final(id);
    await final(id, { reopen_reason: 'Другие сроки' });
    await app.call(anna, 'PUT', `/protocols/tasks/${late}`, { due_at: '2100-04-01' });
    await app.call(anna, 'PUT', `/protocols/tasks/${next}`, { due_at: '2019-04-01' });
    const found = async (query: string): Promise<string[]> =>
      (await read(`/me/tasks?${query}`, person)).map((task: OwnTask) => task.id);
    expect([await found('status=overdue'), await found('limit=100')]).toEqual([[late], [late, next]]);
    expect(await found(`limit=1&task_id=${next}`)).toEqual([next]);
    await final(id);
    expect([await found('status=overdue'), await found('limit=100')]).toEqual([[next], [next, late]]);
  });

  test('only members may watch the recording, once the secretary shares it, and without its transcript', async () => {
    const { id, items } = await protocol();
    await make(`/protocols/${id}/members`, { member_id: kim.id });
    const task = { title: 'По записи', agenda_id: items[0]?.id, evidence: { start: 12.5, quote: 'тайное' } };
    await make(`/protocols/${id}/tasks`, { ...task, assignee_id: kim.id });
    await make(`/protocols/${id}/tasks`, { ...task, assignee_id: orlova.id });
    const video = { upload_id: 'u', name: 'a.mp4', size: 1, original_key: 'o', playable_key: 'p' };
    await app.db.update(protocols).set({ video }).where(eq(protocols.id, id));
    await finish(id);
    await final(id);
    const moment = async (who = kim) => (await tasksOf(who)).find(({ protocol_id }) => protocol_id === id)?.evidence;
    expect([(await read(`/me/protocols/${id}`)).video, await moment()]).toEqual([null, null]);
    const shared = await app.call(anna, 'PUT', `/protocols/${id}/recording-access`, { shared: true });
    expect(shared.json().data).toMatchObject({ recording_shared: true, stage: 'final' });
    const opened = await read(`/me/protocols/${id}`);
    expect(opened.video).toMatchObject({ url: expect.stringContaining('/video?') });
    expect(Object.keys(opened.video)).not.toContain('original_url');
    expect(opened.video.captions_url).toBeUndefined();
    expect(await moment()).toEqual({ start: 12.5 });
    expect([(await read(`/me/protocols/${id}`, orlova)).video, await moment(orlova)]).toEqual([null, null]);
    await app.call(anna, 'PUT', `/protocols/${id}/recording-access`, { shared: false });
    expect([(await read(`/me/protocols/${id}`)).video, await moment()]).toEqual([null, null]);
  });

  test('lists the meetings in which the person takes part, with the other participants', async () => {
    const at = { start_at: '2026-05-04T10:00:00Z', end_at: '2026-05-04T11:00:00Z' };
    const id = await make('/meetings', { ...at, title: 'Планёрка', participant_ids: [kim.id, orlova.id] });
    await make('/meetings', { ...at, title: 'Без Кима', participant_ids: [orlova.id] });
    const range = '/me/meetings?start_date_at=2026-05-01&end_date_at=2026-05-31';
    const [own, ...others] = await read(range);
    expect(others).toEqual([]);
    expect(own).toMatchObject({ id, title: 'Планёрка', organizer_name: 'Петрова Анна' });
    expect(own.participants.map(({ name }: { name: string }) => name)).toEqual(['Ким Дмитрий', 'Орлова Вера']);
    expect(own.series).toBeNull();
    await app.call(anna, 'PUT', `/meetings/${id}`, { participant_ids: [orlova.id] });
    expect(await read(range)).toEqual([]);
  });

  test('a task that a later protocol carries on is listed once', async () => {
    const given = { assignee_id: kim.id };
    const first = await protocol();
    const origin = await make(`/protocols/${first.id}/tasks`, { ...given, title: 'Сначала' });
    await finish(first.id);
    const next = await protocol();
    await make(`/protocols/${next.id}/tasks`, { ...given, title: 'Дальше', origin_task_id: origin });
    expect(await titles()).toEqual(expect.arrayContaining(['Сначала']));
    await finish(next.id);
    const told = await titles();
    expect(told).toContain('Дальше');
    expect(told).not.toContain('Сначала');
    expect((await tasksOf()).find(({ title }) => title === 'Дальше')).toMatchObject({ origin_task_id: origin });
    const place = told.indexOf('Дальше');
    const around = (await app.call(kim, 'GET', `/me/tasks?limit=1&task_id=${origin}`)).json();
    expect(around).toMatchObject({ data: [{ title: 'Дальше' }], meta: { current_page: place + 1, per_page: 1 } });
    const another = (await app.call(orlova, 'GET', `/me/tasks?limit=1&task_id=${origin}`)).json();
    expect(another.meta.current_page, 'not theirs').toBe(1);
    const last = await protocol();
    await make(`/protocols/${last.id}/tasks`, { assignee_id: orlova.id, title: 'У другой', origin_task_id: origin });
    expect(await titles()).toContain('Дальше');
    await finish(last.id);
    expect(await titles(), 'carried on to somebody else').not.toContain('Дальше');
    expect(await titles(orlova)).toContain('У другой');
  });

  test('a blocked person can no longer read anything', async () => {
    const gone = await app.addUser('external', { createdById: anna.id });
    expect(await status('/me/tasks', gone)).toBe(200);
    expect((await app.call(anna, 'PUT', `/users/${gone.id}`, { is_blocked: true })).statusCode).toBe(200);
    for (const path of ['/me/tasks', '/me/meetings', '/me/protocols']) expect(await status(path, gone)).toBe(401);
    await app.db.update(users).set({ isBlocked: false }).where(eq(users.id, gone.id));
  });
});
