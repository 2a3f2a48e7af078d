import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { prolongSeries } from '#server/modules/meetings/index.ts';
import { meetingSeries, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { mails } from '#server/schema/service.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { waitingSessions } from './support/waiting-sessions.ts';

// A Tuesday; all Tuesdays until the end of the year.
const first = '2026-11-24';
const tuesdays = { rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231', first, time: '10:00', minutes: 60 };
const plan = { ...tuesdays, time_zone: 'Europe/Moscow', holidays: 'next' };
const allDays = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'];

let app: TestApp;
let anna: TestUser;
let now = new Date();
beforeAll(async () => {
  app = await startTestApp('postgres', { services: { clock: () => now } });
});
afterAll(() => app.close());
beforeEach(async () => {
  now = new Date('2026-11-23T09:00:00Z');
  anna = await app.addUser();
});

async function make(body: object = {}, user = anna) {
  const id = uuidv7();
  const reply = await app.call(user, 'POST', '/meeting-series', { id, title: 'Комиссия', plan, ...body });
  expect(reply.statusCode, reply.body).toBe(201);
  return { id, made: reply.json().data.made as number };
}
async function list(user = anna): Promise<Meeting[]> {
  const reply = await app.call(user, 'GET', '/meetings?start_date_at=2026-11-01&end_date_at=2027-11-30');
  return reply.json().data;
}
const days = async () => (await list()).map(({ start_at }) => start_at?.slice(0, 10));
const occurrence = async (day: string) => (await list()).find((meeting) => meeting.occurrence === day);
const put = (id: string, body: object, user = anna) => app.call(user, 'PUT', `/meetings/${id}`, body);
async function change(id: string, body: object) {
  const reply = await app.call(anna, 'PUT', `/meeting-series/${id}`, {
    id: uuidv7(),
    from: first,
    reach: 'all',
    ...body,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data;
}
const remove = (id: string, from: string) => app.call(anna, 'DELETE', `/meeting-series/${id}/meetings/${from}`);
/** Lets time pass, and signs in again, since sessions expire with it. */
async function passTo(moment: string) {
  now = new Date(moment);
  anna = { ...anna, token: (await app.services.auth.signIn(anna.id, 'test')).token };
}
const dayId = (id: string, day: string) => `${id}-${day.replaceAll('-', '')}`;

test('one call creates a year of weekly meetings, sent twice it creates one series', async () => {
  const member = await app.addUser('external', { name: 'Яшин Лев' });
  const guests = [{ id: 'g1', name: 'Гость', email: 'guest@example.ru' }];
  const body = { id: uuidv7(), title: 'Комиссия', participant_ids: [member.id], guests, place: 'Зал 2' };
  const year = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20271123' };
  const send = () => app.call(anna, 'POST', '/meeting-series', { ...body, plan: year }, { 'idempotency-key': body.id });
  expect((await send()).json().data).toEqual({ id: body.id, made: 53 });
  expect((await send()).json().data).toEqual({ id: body.id, made: 53 });
  const all = await list();
  expect(all).toHaveLength(53);
  for (const meeting of all) {
    expect(meeting).toMatchObject({ title: 'Комиссия', place: 'Зал 2', participant_ids: [member.id], guests });
  }
  // 5 January 2027 is a holiday: the next working day is the 11th.
  expect(all.find((meeting) => meeting.occurrence === '2027-01-05')?.start_at).toBe('2027-01-11T07:00:00.000Z');
  expect(all[0]).toMatchObject({ id: dayId(body.id, first), series: { id: body.id, ...year }, own_fields: [] });
});

test.each([
  [{ plan: { ...plan, rule: 'FREQ=SECONDLY' } }, 'plan.rule', 'Такое правило повторения не поддерживается'],
  [{ plan: { ...plan, rule: 'FREQ=DAILY;UNTIL=20291231' } }, 'plan.rule', /Получается больше 400 встреч/],
  [{ plan: { ...plan, rule: 'FREQ=DAILY;UNTIL=20261001' } }, 'plan.rule', /ни одной встречи/],
  [{ plan: { ...plan, minutes: 0 } }, 'plan.minutes', 'Конец должен быть позже начала'],
  [{ plan: { ...plan, time: '25:00' } }, 'plan.time', 'Неверное время'],
  [{ plan: { ...plan, time_zone: 'Mars/Base' } }, 'plan.time_zone', 'Такого часового пояса нет'],
  [{ plan: { ...plan, first: '2020-01-07' } }, 'plan.first', /больше чем год назад/],
  [{ title: ' ' }, 'title', 'Поле обязательно для заполнения'],
  [{ link: 'javascript:1' }, 'link', 'Укажите ссылку вида https://…'],
  [{ participant_ids: ['nobody'] }, 'participant_ids', /нет в списке/],
  [{ body_id: 'nobody' }, 'body_id', /./],
])('%j is refused at its field, and nothing is made', async (body, field, words) => {
  const reply = await app.call(anna, 'POST', '/meeting-series', { id: uuidv7(), title: 'Комиссия', plan, ...body });
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]]);
  expect(reply.json().errors[field][0]).toMatch(words);
  expect(await list()).toEqual([]);
});

test('another secretary’s series returns 404', async () => {
  const { id } = await make();
  const boris = await app.addUser();
  const body = { id: uuidv7(), from: first, reach: 'all', place: 'Зал 1' };
  expect((await app.call(boris, 'PUT', `/meeting-series/${id}`, body)).statusCode).toBe(404);
  expect((await app.call(boris, 'DELETE', `/meeting-series/${id}/meetings/${first}`)).statusCode).toBe(404);
  expect(await list()).toHaveLength(6);
});

test.each(['one first', 'all first'])(
  'a change of one meeting and a change of all are both kept: %s',
  async (order) => {
    const { id } = await make({ place: 'Зал 1' });
    const own = () => put(dayId(id, '2026-12-08'), { place: 'Зал 2' });
    const all = () => change(id, { place: 'Зал 3', title: 'Совет' });
    for (const send of order === 'one first' ? [own, all] : [all, own]) await send();
    const places = (await list()).map((meeting) => [meeting.title, meeting.place]);
    expect(places.filter(([, place]) => place === 'Зал 3')).toHaveLength(5);
    expect(places[2]).toEqual(['Совет', 'Зал 2']);
    expect(places.every(([title]) => title === 'Совет')).toBe(true);
  },
);

test.each(['one first', 'all first'])(
  'a deletion of one meeting and a change of all are both kept: %s',
  async (order) => {
    const { id } = await make();
    const own = () => app.call(anna, 'DELETE', `/meetings/${dayId(id, '2026-12-08')}`);
    const all = () => change(id, { plan: { ...plan, time: '12:00' } });
    for (const send of order === 'one first' ? [own, all] : [all, own]) await send();
    expect(await days()).toEqual(allDays.filter((day) => day !== '2026-12-08'));
    // The deleted meeting does not come back when the days of the rule move either.
    await change(id, { plan: { ...plan, first: '2026-11-25', rule: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20261231' } });
    expect(await days()).toEqual(['2026-11-25', '2026-12-02', '2026-12-16', '2026-12-23', '2026-12-30']);
  },
);

test('a meeting moved alone keeps its time when the series moves, unless the change starts from it', async () => {
  const { id } = await make();
  await put(dayId(id, '2026-12-08'), { start_at: '2026-12-09T12:00:00Z', end_at: '2026-12-09T13:00:00Z' });
  await change(id, { plan: { ...plan, time: '15:30', minutes: 90 } });
  const times = (await list()).map(({ start_at, end_at }) => `${start_at} ${end_at?.slice(11, 16)}`);
  expect(times.slice(1, 3)).toEqual(['2026-12-01T12:30:00.000Z 14:00', '2026-12-09T12:00:00.000Z 13:00']);
  expect(await occurrence('2026-12-08')).toMatchObject({ own_fields: ['times'] });
  await change(id, { from: '2026-12-08', plan: { ...plan, first: '2026-12-08', time: '9:00'.padStart(5, '0') } });
  expect(await occurrence('2026-12-08')).toMatchObject({ start_at: '2026-12-08T06:00:00.000Z', own_fields: [] });
});

test('a place and an hour that are changed together are both kept', async () => {
  const { id } = await make({ place: 'Зал 1', link: 'https://a.example' });
  const fields = { place: 'Зал 2', title: 'Совет', link: null };
  await change(id, { ...fields, plan: { ...plan, time: '12:00' } });
  for (const meeting of await list()) {
    expect(meeting).toMatchObject({ ...fields, start_at: expect.stringContaining('T09:00') });
  }
});

test('a series change ignores the fields of a single meeting that it was sent with: nothing moves', async () => {
  const { id } = await make();
  const before = (await list()).map(({ start_at }) => start_at);
  const [read] = await list();
  await change(id, { ...read, id: uuidv7(), title: 'Совет', remove_file_ids: 5 });
  await change(id, { start_at: 'завтра' });
  const after = await list();
  expect(after.map(({ start_at }) => start_at)).toEqual(before);
  expect(after.every(({ title }) => title === 'Совет')).toBe(true);
});

test('a change from one meeting on splits the series, and earlier meetings stay', async () => {
  const { id } = await make({ place: 'Зал 1' });
  const later = uuidv7();
  const outcome = await change(id, { id: later, from: '2026-12-15', reach: 'following', place: 'Зал 2' });
  expect(outcome).toMatchObject({ id: later, changed: 3, made: 0, removed: 0, kept: 0 });
  const all = await list();
  expect(all.map(({ place }) => place)).toEqual(['Зал 1', 'Зал 1', 'Зал 1', 'Зал 2', 'Зал 2', 'Зал 2']);
  expect(all.map(({ series }) => series?.rule)).toEqual([
    ...Array(3).fill('FREQ=WEEKLY;BYDAY=TU;UNTIL=20261214'),
    ...Array(3).fill('FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231'),
  ]);
  // The ids of the remaining meetings stay: protocols, invitations and unsent changes refer to them.
  expect(all.map((meeting) => meeting.id)).toEqual(allDays.map((day) => dayId(id, day)));
  // A device that has not heard of it names the first series: the change reaches the second all the same.
  await change(id, { from: '2026-12-22', reach: 'following', place: 'Зал 3' });
  expect((await list()).map(({ place }) => place).slice(3)).toEqual(['Зал 2', 'Зал 3', 'Зал 3']);
});

test.each(['hour first', 'rule first'])(
  'a change of the hour and one of the rule from two devices are both kept: %s',
  async (order) => {
    const { id } = await make();
    const hour = () => change(id, { from: '2026-12-01', plan: { time: '12:00' } });
    const rule = () =>
      change(id, { from: '2026-12-08', plan: { rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261210', holidays: 'skip' } });
    for (const send of order === 'hour first' ? [hour, rule] : [rule, hour]) await send();
    const starts = (await list()).map(({ start_at }) => start_at);
    expect(starts).toEqual(allDays.slice(0, 3).map((day) => `${day}T09:00:00.000Z`));
    // When a meeting is moved to another day, the rule follows by itself.
    await change(id, { from: '2026-12-01', plan: { first: '2026-12-02' } });
    expect(await days()).toEqual(['2026-11-25', '2026-12-02', '2026-12-09']);
  },
);

test('a meeting that has begun gets a new link, but keeps its time', async () => {
  const { id } = await make();
  await passTo('2026-12-01T07:15:00Z');
  const outcome = await change(id, { from: '2026-12-01', link: 'https://b.example', plan: { time: '12:00' } });
  expect(outcome).toMatchObject({ changed: 5, kept: 1 });
  const [over, begun, next] = await list();
  expect([over?.link, begun?.link, next?.link]).toEqual([null, 'https://b.example', 'https://b.example']);
  expect([begun?.start_at, next?.start_at]).toEqual(['2026-12-01T07:00:00.000Z', '2026-12-08T09:00:00.000Z']);
});

test.each([
  [{ plan: { ...plan, rule: 'FREQ=DAILY', first: '1900-01-01' } }, 'plan.first'],
  [{ plan: { ...plan, rule: 'FREQ=DAILY;COUNT=9', first: '9999-12-31' } }, 'plan.first'],
  [{ from: '1900-01-01', plan: { rule: 'FREQ=DAILY' } }, 'from'],
  [{ from: '9999-12-31', plan: { rule: 'FREQ=DAILY;COUNT=9' } }, 'from'],
  [{ plan: { rule: 'FREQ=SECONDLY' } }, 'plan.rule'],
])('a change to %j is refused at its field, and nothing is changed', async (body, field) => {
  const { id } = await make();
  for (const reach of ['all', 'following']) {
    const asked = { id: uuidv7(), from: first, reach, ...body };
    const reply = await app.call(anna, 'PUT', `/meeting-series/${id}`, asked);
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]]);
  }
  expect(await days()).toEqual(allDays);
});

const waiting = () => waitingSessions(app.db);

test('a change of one meeting and one of all at the same moment are both kept, and neither fails', async () => {
  const { id } = await make({ place: 'Зал 1' });
  const one = dayId(id, '2026-12-08');
  const sent = await app.db.transaction(async (tx) => {
    await tx
      .update(meetings)
      .set({ place: 'Зал 2', ownFields: ['place'] })
      .where(eq(meetings.id, one));
    const all = change(id, { place: 'Зал 3', title: 'Совет' });
    await expect.poll(waiting).toBe(1);
    return { all };
  });
  expect(await sent.all).toMatchObject({ changed: 6 });
  expect(await occurrence('2026-12-08')).toMatchObject({ place: 'Зал 2', title: 'Совет', own_fields: ['place'] });
});

test('a deletion of one meeting waits for a change of all that has begun', async () => {
  const { id } = await make();
  const one = dayId(id, '2026-12-08');
  const sent = await app.db.transaction(async (tx) => {
    await tx.select().from(meetingSeries).where(eq(meetingSeries.id, id)).for('update');
    const gone = app.call(anna, 'DELETE', `/meetings/${one}`);
    await expect.poll(waiting).toBe(1);
    await tx.select().from(meetings).where(eq(meetings.id, one)).for('update');
    return { gone };
  });
  expect((await sent.gone).statusCode).toBe(204);
});

test('a meeting whose protocol is being made stays when all are deleted at the same moment', async () => {
  const { id } = await make();
  const meetingId = dayId(id, '2026-12-08');
  const sent = await app.db.transaction(async (tx) => {
    const numbering = { numberScope: `owner:${anna.id}`, numberYear: 2026 };
    await tx.insert(protocols).values({ id: uuidv7(), ownerId: anna.id, meetingId, ...numbering });
    const gone = remove(id, first);
    await expect.poll(waiting).toBe(1);
    return { gone };
  });
  expect((await sent.gone).json().data).toMatchObject({ removed: 5 });
  expect(await days()).toEqual(['2026-12-08']);
});

const thursdays = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TH;UNTIL=20261231', first: '2026-12-17' };
const restOn = async (places: string[]) => {
  const rest = (await list()).slice(3);
  expect(rest.map((meeting) => meeting.id.slice(-8))).toEqual(['20261215', '20261222', '20261229']);
  expect(rest.map(({ place }) => place)).toEqual(places);
};

test.each([
  ['place', { place: 'Зал 2' }],
  ['hour', { place: 'Зал 2', plan: { ...plan, first: '2026-12-15', time: '12:00' } }],
])('a device unaware that the later part moved to other days still changes it: %s', async (_what, body) => {
  const { id } = await make({ place: 'Зал 1' });
  await change(id, { from: '2026-12-15', reach: 'following', plan: thursdays });
  expect(await change(id, { from: '2026-12-15', reach: 'following', ...body })).toMatchObject({ changed: 3 });
  await restOn(['Зал 2', 'Зал 2', 'Зал 2']);
  expect((await remove(id, '2026-12-15')).json().data).toMatchObject({ removed: 3 });
  expect(await days()).toEqual(allDays.slice(0, 3));
});

test('the later part is found by the series id after the first part is deleted, and both can be deleted', async () => {
  const { id } = await make({ place: 'Зал 1' });
  const later = uuidv7();
  await change(id, { id: later, from: '2026-12-15', reach: 'following', plan: thursdays });
  expect((await remove(id, first)).json().data).toMatchObject({ removed: 3 });
  await change(id, { from: '2026-12-22', reach: 'following', place: 'Зал 2' });
  expect((await list()).map(({ place }) => place)).toEqual(['Зал 1', 'Зал 2', 'Зал 2']);
  // A repeated deletion deletes nothing more.
  expect((await remove(id, first)).json().data).toMatchObject({ removed: 0 });
  await remove(id, '2026-12-22');
  await remove(later, '2026-12-17');
  expect(await list()).toEqual([]);
  expect(await app.db.select().from(meetingSeries).where(eq(meetingSeries.ownerId, anna.id))).toEqual([]);
});

test('a change or deletion says how many meetings stay in parts that its device may not know', async () => {
  const { id } = await make();
  await change(id, { from: '2026-12-15', reach: 'following', plan: { time: '15:00' } });
  const shown = async () => new Map((await list()).map(({ series }) => [series?.id, series?.elsewhere]));
  expect([...(await shown()).values()]).toEqual([3, 0]);
  const outcome = await change(id, { from: '2026-12-01', reach: 'following', place: 'Зал 2' });
  expect([...(await shown()).values()]).toEqual([5, 0, 0]);
  expect(outcome).toMatchObject({ changed: 2, elsewhere: 3 });
  expect((await remove(id, first)).json().data).toMatchObject({ removed: 1, elsewhere: 5 });
  expect((await change(id, { from: '2026-12-22', place: 'Зал 3' })).elsewhere).toBe(0);
});

test('an endless series that began in the past has meetings for the coming year', async () => {
  const began = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU', first: '2026-03-03' };
  await make({ plan: began });
  expect((await days()).at(-1)).toBe('2027-11-16');
  const [series] = await app.db.select().from(meetingSeries).where(eq(meetingSeries.ownerId, anna.id));
  expect(series?.madeTo).toBe('2027-11-22');
});

test('a series that reuses a free id does not reach another secretary’s meetings', async () => {
  const { id } = await make();
  await change(id, { from: '2026-12-15', reach: 'following', plan: thursdays });
  // The state in which earlier versions left it.
  await app.db.delete(meetings).where(eq(meetings.seriesId, id));
  await app.db.delete(meetingSeries).where(eq(meetingSeries.id, id));
  const boris = await app.addUser();
  const body = { id, title: 'Чужая', plan: { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261201' } };
  expect((await app.call(boris, 'POST', '/meeting-series', body)).statusCode).toBe(201);
  for (const from of ['2026-12-15', '2026-12-22', '2026-12-29']) {
    const asked = { id: uuidv7(), from, reach: 'all', title: 'Чужая' };
    await app.call(boris, 'PUT', `/meeting-series/${id}`, asked);
    await app.call(boris, 'DELETE', `/meeting-series/${id}/meetings/${from}`);
  }
  expect((await list()).map(({ title }) => title)).toEqual(['Комиссия', 'Комиссия', 'Комиссия']);
});

test('a series moves once, also when two devices request the same move', async () => {
  const { id } = await make();
  const wednesdays = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20261231', first: '2026-12-09' };
  for (const _device of ['a', 'b']) await change(id, { from: '2026-12-08', plan: wednesdays });
  expect(await days()).toEqual(['2026-11-25', '2026-12-02', '2026-12-09', '2026-12-16', '2026-12-23', '2026-12-30']);
});

test('a part with another plan keeps the id that its device gave it, also from the first meeting on', async () => {
  const { id } = await make();
  const later = uuidv7();
  await change(id, { id: later, reach: 'following', plan: { ...plan, time: '12:00' } });
  expect((await list()).map(({ series }) => series?.id)).toEqual(Array(6).fill(later));
  await change(later, { place: 'Зал 2' });
  await change(id, { from: '2026-12-08', place: 'Зал 3' });
  expect((await list()).map(({ place }) => place)).toEqual(Array(6).fill('Зал 3'));
});

test('a rule’s COUNT spans both parts of a split series', async () => {
  const { id } = await make({ plan: { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6' } });
  const six = { ...thursdays, rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=6' };
  await change(id, { from: '2026-12-15', reach: 'following', plan: six });
  expect(await days()).toEqual([...allDays.slice(0, 3), '2026-12-17', '2026-12-24', '2027-01-11']);
});

test('a new rule moves meetings to nearby days, creates missing ones and removes those without a day', async () => {
  const { id } = await make();
  const twice = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261210' };
  expect(await change(id, { plan: twice })).toMatchObject({ made: 2, removed: 2 });
  expect(await days()).toEqual([
    ...['2026-11-24', '2026-11-26', '2026-12-01', '2026-12-03', '2026-12-08', '2026-12-10'],
  ]);
});

test('a series moved by more than a week keeps its meetings, and the selected one gets the chosen day', async () => {
  const { id } = await make({ plan: { ...plan, rule: 'FREQ=MONTHLY;BYDAY=4TU;COUNT=3', holidays: 'keep' } });
  const before = (await list()).map((meeting) => meeting.id);
  const third = { ...plan, rule: 'FREQ=MONTHLY;BYDAY=3TU;COUNT=3', holidays: 'keep' };
  const outcome = await change(id, { from: '2026-12-22', plan: { ...third, first: '2026-12-15' } });
  expect(outcome).toMatchObject({ made: 0, removed: 0 });
  // The meeting of 24 November would be over by then: it stays.
  expect(await days()).toEqual(['2026-11-24', '2026-12-15', '2027-01-19']);
  const again = await change(id, { from: '2027-01-19', plan: { first: '2027-02-09' } });
  expect(again).toMatchObject({ made: 0, removed: 0 });
  expect(await days()).toEqual(['2026-12-08', '2027-01-12', '2027-02-09']);
  expect((await list()).map((meeting) => meeting.id)).toEqual(before);
});

test('meetings move by a week past one that has a protocol', async () => {
  const { id } = await make();
  const protocol = { title: 'Протокол', meeting_id: dayId(id, '2026-12-15') };
  expect((await app.call(anna, 'POST', '/protocols', protocol)).statusCode).toBe(201);
  await passTo('2026-12-02T09:00:00Z');
  await change(id, { from: '2026-12-08', plan: { first: '2026-12-15' } });
  const now = new Map((await list()).map((meeting) => [meeting.id, meeting.start_at?.slice(0, 10)]));
  expect([...now].sort()).toEqual([
    [dayId(id, '2026-11-24'), '2026-11-24'],
    [dayId(id, '2026-12-01'), '2026-12-01'],
    [dayId(id, '2026-12-08'), '2026-12-15'],
    [dayId(id, '2026-12-15'), '2026-12-15'],
    [dayId(id, '2026-12-22'), '2026-12-29'],
  ]);
  await change(id, { from: '2026-12-15', plan: { first: '2026-12-08' } });
  expect(await days()).toEqual(['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29']);
});

test('a meeting that is over or has a protocol is neither changed nor deleted', async () => {
  const { id } = await make({ place: 'Зал 1' });
  const protocol = { title: 'Протокол', meeting_id: dayId(id, '2026-12-15') };
  expect((await app.call(anna, 'POST', '/protocols', protocol)).statusCode).toBe(201);
  await passTo('2026-12-02T09:00:00Z');
  expect(await change(id, { place: 'Зал 2' })).toMatchObject({ changed: 3, kept: 3 });
  expect((await list()).map(({ place }) => place)).toEqual(['Зал 1', 'Зал 1', 'Зал 2', 'Зал 1', 'Зал 2', 'Зал 2']);
  await change(id, { plan: { ...plan, first: '2026-11-25', rule: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20261231' } });
  expect(await days()).toEqual(['2026-11-24', '2026-12-01', '2026-12-09', '2026-12-15', '2026-12-23', '2026-12-30']);
  expect((await remove(id, first)).json().data).toMatchObject({ removed: 3, kept: 3 });
  expect(await days()).toEqual(['2026-11-24', '2026-12-01', '2026-12-15']);
  // The repeated deletion was done already.
  expect((await remove(id, first)).json().data).toMatchObject({ removed: 0, kept: 3 });
});

test('a series without meetings is deleted, and deleting an occurrence twice returns 404', async () => {
  const { id } = await make();
  const one = dayId(id, '2026-12-08');
  expect((await app.call(anna, 'DELETE', `/meetings/${one}`)).statusCode).toBe(204);
  expect((await app.call(anna, 'DELETE', `/meetings/${one}`)).statusCode).toBe(404);
  expect((await remove(id, '2026-12-15')).json().data).toMatchObject({ removed: 3 });
  expect(await days()).toEqual(['2026-11-24', '2026-12-01']);
  expect((await remove(id, first)).json().data).toMatchObject({ removed: 2, kept: 0 });
  expect((await remove(id, first)).statusCode).toBe(404);
  expect(await app.db.select().from(meetingSeries).where(eq(meetingSeries.id, id))).toEqual([]);
});

const mailsTo = ({ email }: TestUser) => app.db.select().from(mails).where(eq(mails.recipient, email));

test('invited people are mailed about a deletion only when that is requested', async () => {
  const member = await app.addUser('external');
  for (const word of ['meetings', 'invitations']) {
    const { id } = await make({ participant_ids: [member.id] });
    await app.call(anna, 'POST', `/meetings/${dayId(id, first)}/invitations`, { id: uuidv7() });
    await vi.waitFor(
      async () => expect((await mailsTo(member)).map(({ state }) => state === 'waiting')).not.toContain(true),
      { timeout: 15_000 },
    );
    expect((await app.call(anna, 'DELETE', `/meeting-series/${id}/${word}/${first}`)).json().data.removed).toBe(6);
    const cancelled = (await mailsTo(member)).filter(({ subject }) => subject.startsWith('Встреча отменена'));
    expect(cancelled).toHaveLength(word === 'meetings' ? 0 : 1);
  }
});

test('invited people get a cancellation mail for a meeting that a change of the series removes', async () => {
  const member = await app.addUser('external');
  const { id } = await make({ participant_ids: [member.id] });
  const invitedUntil = async () => (await list()).map(({ series }) => series?.invited_until)[0];
  expect(await invitedUntil()).toBeNull();
  const settled = async () => expect((await mailsTo(member)).map(({ state }) => state)).not.toContain('waiting');
  for (const day of ['2026-12-01', '2026-12-08']) {
    await app.call(anna, 'POST', `/meetings/${dayId(id, day)}/invitations`, { id: uuidv7() });
  }
  await vi.waitFor(settled, { timeout: 15_000 });
  expect(await invitedUntil()).toBe('2026-12-08T07:00:00.000Z');
  // Under the title that they know, though it changes at the same moment.
  await change(id, { title: 'Пересмотр', plan: { rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261203' } });
  const subjects = (await mailsTo(member)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Встреча отменена'))).toEqual([
    expect.stringMatching(/: Комиссия, 8.декабря/),
  ]);
  const titles = await app.db.select({ title: meetings.title }).from(meetings).where(eq(meetings.seriesId, id));
  expect(new Set(titles.map(({ title }) => title))).toContain('Пересмотр');
});

test('a series whose later part was deleted is prolonged again', async () => {
  const { id } = await make();
  expect((await app.call(anna, 'DELETE', `/meetings/${dayId(id, '2026-12-08')}`)).statusCode).toBe(204);
  await remove(id, '2026-12-15');
  const outcome = await change(id, { plan: { rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231' } });
  expect(outcome).toMatchObject({ made: 3, removed: 0 });
  expect(await days()).toEqual(['2026-11-24', '2026-12-01', '2026-12-15', '2026-12-22', '2026-12-29']);
});

const fail = (error: unknown) => {
  throw error;
};

test('a series that fails to be prolonged is reported, others are prolonged, also with the organizer as guest', async () => {
  const endless = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU' };
  const guests = [{ id: 'g1', name: 'Гость', email: `${uuidv7()}@example.ru` }];
  const stuck = await make({ plan: endless });
  const twin = await make({ plan: endless, guests });
  await app.db.update(users).set({ email: guests[0]?.email }).where(eq(users.id, anna.id));
  await passTo('2027-03-01T09:00:00Z');
  await app.db.update(meetingSeries).set({ rule: 'никогда' }).where(eq(meetingSeries.id, stuck.id));
  const failed = vi.fn();
  await prolongSeries(app.db, now, failed);
  expect(failed.mock.calls).toEqual([[expect.any(Error), stuck.id]]);
  const range = '/meetings?start_date_at=2027-11-25&end_date_at=2028-03-31';
  const added: Meeting[] = (await app.call(anna, 'GET', range)).json().data;
  expect(new Set(added.map(({ series }) => series?.id))).toEqual(new Set([twin.id]));
  expect(added.at(-1)).toMatchObject({ occurrence: '2028-02-29', guests: [] });
  await app.db.delete(meetingSeries).where(eq(meetingSeries.id, stuck.id));
});

test('nobody takes the id of a meeting that a series is still to make, and one that was taken stops nothing', async () => {
  const { id } = await make({ plan: { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU' } });
  await passTo('2027-03-01T09:00:00Z');
  const boris = await app.addUser();
  const meeting = { title: 'Чужая', start_at: now.toISOString(), end_at: '2027-03-01T10:00:00Z' };
  const refused = await app.call(boris, 'POST', '/meetings', { id: dayId(id, '2027-11-30'), ...meeting });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'id_taken']);
  const ofNobody = dayId(uuidv7(), '2027-11-30');
  expect((await app.call(boris, 'POST', '/meetings', { id: ofNobody, ...meeting })).statusCode).toBe(201);
  // As an earlier version let it happen.
  await app.db
    .update(meetings)
    .set({ id: dayId(id, '2027-11-30') })
    .where(eq(meetings.id, ofNobody));
  await prolongSeries(app.db, now, fail);
  const added: Meeting[] = (
    await app.call(anna, 'GET', '/meetings?start_date_at=2027-11-25&end_date_at=2027-12-10')
  ).json().data;
  expect(added.map(({ occurrence: day, series }) => [day, series?.id])).toEqual([
    ['2027-11-30', id],
    ['2027-12-07', id],
  ]);
  expect(added.map((each) => each.id === dayId(id, each.occurrence ?? ''))).toEqual([false, true]);
});

test('a series is prolonged after its body is deleted, without duplicates', async () => {
  const gone = await app.addUser('external');
  const reply = await app.call(anna, 'POST', '/bodies', { id: uuidv7(), name: 'Бюджетная комиссия' });
  const body = reply.json().data.id as string;
  const endless = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU' };
  const { id, made } = await make({ body_id: body, participant_ids: [gone.id], plan: endless });
  expect(made).toBe(53);
  await app.call(anna, 'DELETE', `/bodies/${body}`);
  await passTo('2027-03-01T09:00:00Z');
  await prolongSeries(app.db, now, fail);
  await prolongSeries(app.db, now, fail);
  const range = '/meetings?start_date_at=2027-11-20&end_date_at=2028-03-31';
  const added: Meeting[] = (await app.call(anna, 'GET', range)).json().data;
  expect([added.at(0)?.occurrence, added.at(-1)?.occurrence]).toEqual(['2027-11-23', '2028-02-29']);
  expect(new Set(added.map(({ occurrence: day }) => day)).size).toBe(added.length);
  expect(added[0]).toMatchObject({ body_id: null, participant_ids: [gone.id], series: { id } });
});
