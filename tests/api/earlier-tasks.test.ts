import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysAfter, weekdayOf } from '#contract/text/plain-day.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

/** Returns a Tuesday to come, since a series begins in the future. */
function nextTuesday(): string {
  const today = new Date().toISOString().slice(0, 10);
  return daysAfter(today, 7 + ((9 - weekdayOf(today)) % 7));
}

describe.each(databaseKinds)('the open tasks of earlier protocols on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let kim: TestUser;
  let chair: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
    kim = await app.addUser('external', { name: 'Ким Дмитрий' });
    chair = await app.addUser('external', { name: 'Орлова Вера' });
  });
  afterAll(() => app.close());

  async function make(path: string, body: object, user = anna): Promise<string> {
    const reply = await app.call(user, 'POST', path, body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data.id;
  }
  const protocol = (title: string, day: string, more: object = {}) =>
    make('/protocols', { title, held_at: `${day}T10:00:00+03:00`, ...more });
  const task = (id: string, title: string, more: object = {}) => make(`/protocols/${id}/tasks`, { title, ...more });
  const read = async (id: string): Promise<Record<string, unknown>[]> => {
    const reply = await app.call(anna, 'GET', `/protocols/${id}/earlier-tasks`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().data;
  };
  const titles = async (id: string) => (await read(id)).map(({ title }) => title);

  test('come from protocols of the same body, whatever their titles', async () => {
    const body_id = await make('/bodies', { name: 'Бюджетная комиссия' });
    await task(await protocol('О смете', '2026-06-01', { body_id }), 'той же комиссии');
    await task(await protocol('О ремонте', '2026-06-02'), 'никакой комиссии');
    expect(await titles(await protocol('О планах', '2026-06-09', { body_id }))).toEqual(['той же комиссии']);
  });

  test('come from protocols of the same meeting series, whatever their titles, also after a split', async () => {
    const id = uuidv7();
    const plan = { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4', first: nextTuesday() };
    await make('/meeting-series', {
      ...{ id, title: 'Совет' },
      plan: { ...plan, time: '10:00', minutes: 60, time_zone: 'UTC', holidays: 'keep' },
    });
    const [first, second, third] = [0, 7, 14].map((days) => daysAfter(plan.first, days));
    const split = { id: uuidv7(), from: third, reach: 'following', place: 'Зал 2' };
    expect((await app.call(anna, 'PUT', `/meeting-series/${id}`, split)).statusCode).toBe(200);
    const of = (day = '') => ({ meeting_id: `${id}-${day.replaceAll('-', '')}` });
    await task(await protocol('О кровле', '2026-06-01', of(first)), 'той же серии');
    await task(await protocol('О тепле', '2026-06-02'), 'никакой серии');
    expect(await titles(await protocol('О подвале', '2026-06-08', of(second)))).toEqual(['той же серии']);
    expect(await titles(await protocol('О крыльце', '2026-06-09', of(third)))).toEqual(['той же серии']);
  });

  test('come from the same series or chairman or are given to participants; theirs come first, then by due date', async () => {
    const agenda = [
      { id: 'q1', title: 'Первый' },
      { id: 'q2', title: 'Второй' },
    ];
    const first = await protocol('Планёрка 3 марта', '2026-03-03', { number: '12', agenda });
    await task(first, 'к апрелю', { due_at: '2026-04-01', agenda_id: 'q2', assignee_id: chair.id });
    await task(first, 'к марту', { due_at: '2026-03-20' });
    await task(first, 'сделано', { status: 'done' });
    const other = await protocol('О складе', '2026-03-04');
    await task(other, 'Киму', { due_at: '2026-05-01', assignee_id: kim.id });
    await task(other, 'никому здесь', { due_at: '2026-01-01' });
    const led = await protocol('О крыше', '2026-03-05', { chairman_id: chair.id });
    await task(led, 'под тем же председателем');
    const later = await protocol('Планёрка 17 марта', '2026-03-17');
    await task(later, 'позднейшее');
    const boris = await app.addUser();
    const foreign = await make('/protocols', { title: 'Планёрка', held_at: '2026-03-01T10:00:00Z' }, boris);
    await make(`/protocols/${foreign}/tasks`, { title: 'чужое' }, boris);

    const here = await protocol('Планёрка 10 марта', '2026-03-10', { chairman_id: chair.id });
    await make(`/protocols/${here}/members`, { member_id: kim.id });
    await task(here, 'своё');
    const found = await read(here);
    expect(found.map(({ title }) => title)).toEqual(['к апрелю', 'Киму', 'к марту', 'под тем же председателем']);
    expect(found[0]).toMatchObject({
      ...{ protocol_id: first, protocol_number: '12', protocol_title: 'Планёрка 3 марта', agenda_position: 2 },
      ...{ assignee_name: 'Орлова Вера', protocol_held_at: '2026-03-03T10:00:00+03:00' },
    });
    expect(await titles(first)).toEqual([]);
  });

  test('are offered from the last protocol that carried them, and share one status in all', async () => {
    const [one, two, three] = await Promise.all(
      ['2026-05-01', '2026-05-08', '2026-05-15'].map((day) => protocol('Комиссия по охране труда', day)),
    );
    if (!one || !two || !three) throw new Error('not made');
    const first = await task(one, 'Проверить щиты');
    expect(await titles(two)).toEqual(['Проверить щиты']);
    const origin = 'протокол № 1, п. 1';
    const second = await task(two, 'Проверить щиты', { origin, origin_task_id: first });
    expect(await titles(two)).toEqual([]);
    expect((await read(three)).map(({ id }) => id)).toEqual([second]);
    const third = await task(three, 'Проверить щиты', { origin, origin_task_id: second });
    expect((await app.call(anna, 'PUT', `/protocols/tasks/${third}`, { status: 'done' })).statusCode).toBe(200);
    for (const id of [one, two, three]) {
      const { tasks } = (await app.call(anna, 'GET', `/protocols/${id}`)).json().data;
      expect(tasks).toMatchObject([{ status: 'done' }]);
    }
  });

  test('a task that is carried on keeps the status that it has by then', async () => {
    const [one, two, three] = await Promise.all(
      ['2026-07-01', '2026-07-08', '2026-07-15'].map((day) => protocol('Комиссия по связи', day)),
    );
    if (!one || !two || !three) throw new Error('not made');
    const statuses = async () =>
      Promise.all(
        [one, two, three].map(async (id) => (await app.call(anna, 'GET', `/protocols/${id}`)).json().data),
      ).then((read) => read.flatMap(({ tasks }) => tasks.map(({ status }: { status: string }) => status)));
    const first = await task(one, 'Проложить кабель');
    await app.call(anna, 'PUT', `/protocols/tasks/${first}`, { status: 'in_progress' });
    const second = await task(two, 'Проложить кабель', { origin_task_id: first });
    expect(await statuses()).toEqual(['in_progress', 'in_progress']);
    // A status that is named with it is that of the whole chain.
    await task(three, 'Проложить кабель', { origin_task_id: second, status: 'done' });
    expect(await statuses()).toEqual(['done', 'done', 'done']);
  });

  test('a task of another secretary is not accepted as an origin', async () => {
    const boris = await app.addUser();
    const foreign = await make('/protocols', { title: 'А' }, boris);
    const theirs = await make(`/protocols/${foreign}/tasks`, { title: 'чужое' }, boris);
    const id = await protocol('Б', '2026-06-01');
    const reply = await app.call(anna, 'POST', `/protocols/${id}/tasks`, { title: 'моё', origin_task_id: theirs });
    expect(reply.json().data).toMatchObject({ origin_task_id: null });
    await app.call(anna, 'PUT', `/protocols/tasks/${reply.json().data.id}`, { status: 'done' });
    const { tasks } = (await app.call(boris, 'GET', `/protocols/${foreign}`)).json().data;
    expect(tasks).toMatchObject([{ status: 'new' }]);
  });
});
