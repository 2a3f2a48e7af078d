import { eq, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MeetingInvitations } from '#contract/meetings/invitation.ts';
import { meetingRounds } from '#server/schema/invitations.ts';
import { users } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';
import { until } from '#tests/support/processes.ts';
import { readCalendar } from './support/calendar-files.ts';
import { guest } from './support/invited-meeting.ts';
import { MailServer } from './support/mail-server.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';
import { dropWaitingMails, untilRetried } from './support/waiting-mails.ts';

const appUrl = 'https://app.example.ru';
// Tuesdays; the first is over when the invitations are sent.
const days = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'];
const [, first = '', second = '', third = ''] = days;
const plan = {
  ...{ rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231', first: '2026-11-24', time: '10:00', minutes: 60 },
  ...{ time_zone: 'Europe/Moscow', holidays: 'keep' },
};

describe.each(databaseKinds)('invitations to a series on %s', (kind) => {
  let now: Date;
  let app: TestApp;
  let server: MailServer;
  let secretary: TestUser;
  beforeAll(async () => {
    server = await MailServer.start();
    app = await startTestApp(kind, {
      services: { clock: () => now },
      config: { appUrl, smtpUrl: `smtp://127.0.0.1:${server.port}` },
    });
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
  });
  beforeEach(async () => {
    now = new Date('2026-11-25T09:00:00Z');
    server.answer = () => undefined;
    secretary = await app.addUser('secretary', { name: 'Петрова Анна Сергеевна' });
  });
  afterEach(() => dropWaitingMails(app));

  async function ask<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
    const reply = await app.call(secretary, method, path, body);
    expect(reply.statusCode, `${method} ${path}: ${reply.body}`).toBeLessThan(300);
    return (reply.body ? reply.json().data : undefined) as T;
  }
  async function makeSeries(fields: object) {
    const id = uuidv7();
    await ask('POST', '/meeting-series', { id, title: 'Бюджетная комиссия', plan, ...fields });
    return {
      id,
      on: (day: string) => `${id}-${day.replaceAll('-', '')}`,
      invite: (from = first, round = uuidv7()) =>
        ask<{ meetings: number; people: number }>('POST', `/meeting-series/${id}/invitations`, { id: round, from }),
    };
  }
  const change = (id: string, fields: object) => ask('PUT', `/meetings/${id}`, fields);
  const invite = (id: string) => ask('POST', `/meetings/${id}/invitations`, { id: uuidv7() });
  const read = (id: string) => ask<MeetingInvitations>('GET', `/meetings/${id}/invitations`);
  const mailsTo = (email: string) => server.received.filter(({ to }) => to.includes(email));
  const mailTo = (email: string, count = 1) =>
    until(() => (mailsTo(email).length >= count ? mailsTo(email)[count - 1] : undefined), `mail ${count} to ${email}`);
  const subjectOf = (mail: Awaited<ReturnType<typeof mailTo>>) => mail.headers.get('subject');
  const eventsIn = (mail: Awaited<ReturnType<typeof mailTo>>) => {
    const parts = mail.files.filter(({ type }) => type === 'text/calendar');
    return readCalendar(parts[0]?.content.toString('utf8') ?? '');
  };
  const settled = (id: string, state = 'sent') =>
    until(async () => ((await read(id)).people.every((person) => person.state === state) ? true : undefined), state);
  const allSent = (...emails: string[]) =>
    until(async () => {
      const rows = await app.db.select().from(mails).where(inArray(mails.recipient, emails));
      return rows.every(({ state }) => state === 'sent') || undefined;
    }, 'all mails sent');
  const posted = (email: string) => app.db.$count(mails, eq(mails.recipient, email));

  /** Makes the mail server refuse for now, so that all mails wait. */
  const holdMails = () => {
    server.answer = () => ({ code: 451, text: 'Later' });
  };
  const waiting = (email: string) =>
    until(async () => {
      const rows = await app.db.select().from(mails).where(eq(mails.recipient, email));
      return rows.find(({ state, error }) => state === 'waiting' && error);
    }, `a waiting mail to ${email}`);

  test('are one mail to each person with all dates and one calendar file; each meeting has its invitations', async () => {
    const member = await app.addUser('external', { name: 'Орлова Елена Викторовна' });
    const visitor = guest('Щукин Пётр');
    const series = await makeSeries({
      place: 'Зал 4',
      link: 'https://meet.example.ru/4',
      description: 'Возьмите отчёты.\n1. О бюджете',
      participant_ids: [secretary.id, member.id],
      guests: [visitor],
    });
    expect(await series.invite(days[0])).toEqual({ id: series.id, meetings: 5, people: 2 });
    const mail = await mailTo(member.email);
    const subject = 'Приглашение: Бюджетная комиссия, каждый вторник, с 1 декабря';
    expect(Object.fromEntries(mail.headers)).toMatchObject({ subject, 'reply-to': secretary.email });
    expect(mail.text).toContain('Вас приглашают на встречи серии. Организатор: Петрова Анна Сергеевна.');
    expect(mail.text).toContain('Бюджетная комиссия\nПовторение: каждый вторник\nГде: Зал 4');
    expect(mail.text).toContain(
      'Когда (московское\u00a0время):\nвторник, 1 декабря 2026\u00a0г., 10:00–11:00\nвторник, 8 декабря 2026\u00a0г., 10:00–11:00',
    );
    expect(mail.text).toContain('Повестка:\n1. О бюджете\n\nВозьмите отчёты.');
    expect(mail.text).toContain('Подключиться: https://meet.example.ru/4');
    expect(mail.text.match(/https:\/\/app\.example\.ru\/s\/[\w-]{43}/g)).toHaveLength(1);
    expect(mail.files.map(({ name }) => name)).toEqual(['invite.ics']);
    const events = eventsIn(mail);
    expect(events.map(({ uid }) => uid)).toEqual(days.slice(1).map((day) => `${series.on(day)}@protokol`));
    for (const event of events)
      expect(event).toMatchObject({
        ...{ method: 'PUBLISH', sequence: 0, status: 'CONFIRMED', attendees: [] },
        organizer: `mailto:${secretary.email}`,
      });
    expect(events[0]).toMatchObject({ start: new Date(`${first}T07:00:00Z`), end: new Date(`${first}T08:00:00Z`) });
    // Each event leads to the answer to it alone.
    const links = events.map(({ description }) => /\/s\/[\w-]{43}/.exec(description)?.[0]);
    expect(new Set(links).size).toBe(5);
    for (const link of links) expect((await app.app.inject({ url: link ?? '' })).statusCode).toBe(200);
    expect((await mailTo(visitor.email)).text).not.toContain(member.email);
    await allSent(member.email, visitor.email);
    for (const day of days.slice(1)) {
      const view = await read(series.on(day));
      expect(view).toMatchObject({ is_outdated: false, sent_at: now.toISOString() });
      expect(view.people.filter((person) => !person.is_organizer).map(({ state }) => state)).toEqual(['sent', 'sent']);
    }
    expect(await read(series.on(days[0] ?? ''))).toMatchObject({ sent_at: null });
    expect([await posted(member.email), await posted(visitor.email), await posted(secretary.email)]).toEqual([1, 1, 0]);
  });

  test('list at most twenty dates and count the others, in words of their number', async () => {
    const visitor = guest('Щукин');
    const series = await makeSeries({ plan: { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=23' }, guests: [visitor] });
    await series.invite();
    const { text } = await mailTo(visitor.email);
    expect(text.match(/^вторник, /gm)).toHaveLength(20);
    expect(text).toContain('\nи ещё 2 встречи, последняя 27\u00a0апреля\u00a02027\u00a0г.\n');
  });

  test('sent again tell only what is new: a mail of one meeting to whom one concerns, one mail to others', async () => {
    const [stays, joins, leaves, one] = [guest('Остаётся'), guest('Новый'), guest('Уходит'), guest('Один раз')];
    const series = await makeSeries({ guests: [stays, leaves] });
    const round = uuidv7();
    await series.invite(first, round);
    expect(await series.invite(first, round)).toMatchObject({ meetings: 0, people: 0 });
    expect(await series.invite()).toMatchObject({ meetings: 0, people: 0 });
    for (const day of days.slice(1)) await settled(series.on(day));
    const body = { id: uuidv7(), from: first, reach: 'all' };
    await ask('PUT', `/meeting-series/${series.id}`, { ...body, guests: [stays, joins] });
    await change(series.on(second), { place: 'Зал 9' });
    const moved = { start_at: `${third}T12:00:00.000Z`, end_at: `${third}T13:00:00.000Z` };
    await change(series.on(third), { ...moved, guests: [stays, joins, one] });
    expect(await series.invite()).toMatchObject({ meetings: 5, people: 4 });
    const changed = await mailTo(stays.email, 2);
    expect(subjectOf(changed)).toBe('Изменились встречи серии: Бюджетная комиссия, 2 встречи, с 8 декабря');
    expect(changed.text).toContain(
      'Перенесены, новое время (московское\u00a0время):\nвторник, 15 декабря 2026\u00a0г., 15:00–16:00 · было 10:00–11:00\n\nИзменились (московское\u00a0время):\nвторник, 8 декабря 2026\u00a0г., 10:00–11:00 · Зал 9 · изменено место',
    );
    expect(changed.text).toContain('Если вы уже отвечали о перенесённых встречах, ответьте ещё раз.');
    expect(eventsIn(changed)).toMatchObject([
      { uid: `${series.on(second)}@protokol`, sequence: 1 },
      { uid: `${series.on(third)}@protokol`, sequence: 1, start: new Date(moved.start_at) },
    ]);
    expect(subjectOf(await mailTo(joins.email))).toBe('Приглашение: Бюджетная комиссия, каждый вторник, с 1 декабря');
    const removal = await mailTo(leaves.email, 2);
    expect(subjectOf(removal)).toBe('Приглашения отозваны: Бюджетная комиссия, каждый вторник, с 1 декабря');
    expect(removal.text).not.toContain('/s/');
    expect(removal.text).toContain('Чтобы встречи исчезли из вашего календаря, откройте файл invite.ics');
    expect(eventsIn(removal).map(({ status }) => status)).toEqual(Array(5).fill('CANCELLED'));
    const single = await mailTo(one.email);
    expect(subjectOf(single)).toBe('Приглашение: Бюджетная комиссия, 15 декабря, 15:00');
    expect(eventsIn(single)).toMatchObject([{ method: 'REQUEST', attendees: [`mailto:${one.email}`] }]);
    expect((await read(series.on(first))).people.map(({ name }) => name)).toEqual([stays.name, joins.name]);
  });

  test('go only to meetings on whose list a person is, and never to a blocked account', async () => {
    const [some, blocked] = [guest('Иногда'), await app.addUser('external')];
    const series = await makeSeries({ participant_ids: [blocked.id] });
    for (const day of [second, third])
      await change(series.on(day), { guests: [some], place: `Зал ${day.slice(-2)}`, description: day });
    await change(series.on(third), { title: 'Выездное заседание', link: 'https://meet.example.ru/9' });
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, blocked.id));
    expect(await series.invite()).toMatchObject({ meetings: 2, people: 1 });
    const mail = await mailTo(some.email);
    expect(subjectOf(mail)).toBe('Приглашение: Бюджетная комиссия, 2 встречи, с 8 декабря');
    expect(mail.text).not.toContain('Где:');
    expect(mail.text).toContain('вторник, 8 декабря 2026\u00a0г., 10:00–11:00 · Зал 08\n');
    expect(mail.text).toContain('· Зал 15 · «Выездное заседание»\n');
    expect(mail.text).toContain(
      'Ссылки для подключения, повестки и описания у встреч разные: они есть на странице каждой встречи.',
    );
    expect(eventsIn(mail)).toHaveLength(2);
    expect(await posted(blocked.email)).toBe(0);
  });

  test('that are taken back with the meetings are a mail about each of a few, and one mail about more', async () => {
    const visitor = guest('Щукин Пётр');
    const series = await makeSeries({ place: 'Зал 4', guests: [visitor] });
    await series.invite();
    await mailTo(visitor.email);
    await settled(series.on(first));
    const cancel = (from: string) => ask('DELETE', `/meeting-series/${series.id}/invitations/${from}`);
    await cancel('2026-12-22');
    await mailTo(visitor.email, 3);
    const few = mailsTo(visitor.email).slice(1);
    expect(few.map(subjectOf)).toEqual(Array(2).fill(expect.stringMatching(/^Встреча отменена: Бюджетная комиссия/)));
    const other = await makeSeries({ place: 'Зал 4', guests: [visitor] });
    await other.invite();
    await mailTo(visitor.email, 4);
    await settled(other.on(first));
    await ask('DELETE', `/meeting-series/${other.id}/invitations/${first}`);
    const mail = await mailTo(visitor.email, 5);
    expect(subjectOf(mail)).toBe('Встречи отменены: Бюджетная комиссия, 5 встреч, с 1 декабря');
    expect(mail.text).toContain('Встречи серии, на которые вы были приглашены, отменены. Организатор: Петрова Анна');
    expect(mail.text).toContain('вторник, 1 декабря 2026');
    expect(mail.files.map(({ name }) => name)).toEqual(['invite.ics']);
    const events = eventsIn(mail);
    expect(events.map(({ status, uid }) => [status, uid])).toEqual(
      days.slice(1).map((day) => ['CANCELLED', `${other.on(day)}@protokol`]),
    );
  });

  test('to many meetings that another rule has no day for are taken back in one mail to each person', async () => {
    const visitor = guest('Щукин Пётр');
    const series = await makeSeries({ plan: { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=10' }, guests: [visitor] });
    await series.invite();
    await mailTo(visitor.email);
    await settled(series.on(first));
    const everySecond = { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=5' };
    const body = { id: uuidv7(), from: first, reach: 'all', title: 'Комиссия', plan: everySecond };
    const { removed } = await ask<{ removed: number }>('PUT', `/meeting-series/${series.id}`, body);
    expect(removed).toBeGreaterThan(3);
    const mail = await mailTo(visitor.email, 2);
    expect(subjectOf(mail)).toMatch(new RegExp(`^Встречи отменены: Бюджетная комиссия, ${removed} `));
    expect(eventsIn(mail).map(({ status }) => status)).toEqual(Array(removed).fill('CANCELLED'));
    expect(await posted(visitor.email)).toBe(2);
  });

  test('that wait are kept by a round of one meeting, whose mail follows, and by its cancellation', async () => {
    const visitor = guest('Щукин');
    const series = await makeSeries({ guests: [visitor] });
    holdMails();
    await series.invite();
    await waiting(visitor.email);
    await change(series.on(second), { place: 'Зал 9' });
    await invite(series.on(second));
    await ask('DELETE', `/meetings/${series.on(third)}/invitations`);
    expect(await posted(visitor.email)).toBe(3);
    server.answer = () => undefined;
    await untilRetried(app, () => mailsTo(visitor.email)[2], 'the third mail');
    const sent = Map.groupBy(mailsTo(visitor.email), (mail) => eventsIn(mail)[0]?.method ?? '');
    expect(sent.get('PUBLISH')?.flatMap(eventsIn)).toHaveLength(5);
    expect(sent.get('REQUEST')?.map(subjectOf)).toEqual(['Изменилась встреча: Бюджетная комиссия, 8 декабря, 10:00']);
    expect(sent.get('REQUEST')?.flatMap(eventsIn)).toMatchObject([
      { uid: `${series.on(second)}@protokol`, sequence: 1 },
    ]);
    expect(sent.get('CANCEL')?.flatMap(eventsIn)).toMatchObject([{ uid: `${series.on(third)}@protokol`, sequence: 1 }]);
    await settled(series.on(second));
  });

  test('that wait give way to the next round where it tells all that they do, and are never sent without a meeting', async () => {
    const [visitor, leaves] = [guest('Щукин'), guest('Уходит')];
    const series = await makeSeries({ guests: [visitor, leaves] });
    holdMails();
    await series.invite();
    for (const { email } of [visitor, leaves]) await waiting(email);
    const body = { id: uuidv7(), from: first, reach: 'all' };
    await ask('PUT', `/meeting-series/${series.id}`, { ...body, place: 'Зал 9', guests: [visitor] });
    expect(await series.invite()).toMatchObject({ meetings: 5, people: 1 });
    const states = async (email: string) =>
      (await app.db.select().from(mails).where(eq(mails.recipient, email))).map(({ state }) => state).toSorted();
    expect(await states(visitor.email)).toEqual(['failed', 'waiting']);
    expect(await states(leaves.email)).toEqual(['failed']);
    await waiting(visitor.email);
    await ask('DELETE', `/meeting-series/${series.id}/invitations/${first}`);
    expect(await states(visitor.email)).toEqual(['failed', 'failed']);
    expect(mailsTo(visitor.email)).toEqual([]);
  });

  test('refused by a mailbox are sent again in one mail; what is changed for one meeting later replaces its event', async () => {
    const visitor = guest('Щукин');
    const series = await makeSeries({ guests: [visitor] });
    server.answer = () => ({ code: 550, text: 'No such mailbox' });
    await series.invite();
    await settled(series.on(first), 'failed');
    const notices = await ask('GET', '/me/notices');
    expect(notices, 'one for the person, not one for each meeting').toMatchObject([
      {
        ...{ kind: 'invitation_refused', meeting_id: series.on(first) },
        facts: { title: 'Бюджетная комиссия', to_name: 'Щукин', to_email: visitor.email, meetings: 5 },
      },
    ]);
    server.answer = () => undefined;
    expect(await series.invite()).toMatchObject({ meetings: 5, people: 1 });
    const mail = await mailTo(visitor.email);
    expect(subjectOf(mail)).toBe('Приглашение: Бюджетная комиссия, каждый вторник, с 1 декабря');
    expect(eventsIn(mail).map(({ sequence }) => sequence)).toEqual(Array(5).fill(1));
    await settled(series.on(second));
    await change(series.on(second), { place: 'Зал 9' });
    await invite(series.on(second));
    expect(eventsIn(await mailTo(visitor.email, 2))).toMatchObject([
      { method: 'REQUEST', uid: `${series.on(second)}@protokol`, sequence: 2 },
    ]);
  });

  test('keep the answers, and ask again only about meetings that were moved', async () => {
    const member = await app.addUser('external');
    const series = await makeSeries({ participant_ids: [member.id] });
    await series.invite();
    await settled(series.on(first));
    const own = await app.call(member, 'GET', '/me/meetings?start_date_at=2026-12-01&end_date_at=2026-12-08');
    expect(own.json().data).toMatchObject([{ series: { id: series.id } }, { series: { id: series.id } }]);
    for (const day of [first, second])
      await app.call(member, 'PUT', `/me/meetings/${series.on(day)}/answer`, { answer: 'yes' });
    await change(series.on(second), { start_at: `${second}T12:00:00Z`, end_at: `${second}T13:00:00Z` });
    expect(await series.invite()).toMatchObject({ meetings: 1, people: 1 });
    expect((await read(series.on(first))).people).toMatchObject([{ answer: 'yes' }]);
    expect((await read(series.on(second))).people).toMatchObject([{ answer: null, previous_answer: 'yes' }]);
    expect(subjectOf(await mailTo(member.email, 2))).toMatch(/^Встреча перенесена: /);
  });

  test('follow a change of a series under the id that it brings: with another plan from its first day on, else from the meeting', async () => {
    const visitor = guest('Щукин');
    const series = await makeSeries({ guests: [visitor] });
    await series.invite();
    await settled(series.on(first));
    const change = async (body: { id: string; from: string; reach: string }, fields: object) =>
      ask('PUT', `/meeting-series/${series.id}`, { ...body, ...fields });
    const tell = (of: string, id: string, from: string) =>
      ask('POST', `/meeting-series/${of}/invitations`, { id, from });
    // A Monday later than each Tuesday: the meetings belong to a series of their own.
    const later = { id: uuidv7(), from: third, reach: 'following' };
    await change(later, { plan: { first: '2026-12-21', rule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231' } });
    expect(await tell(later.id, later.id, third)).toMatchObject({ people: 1 });
    // The last Tuesday has no Monday any more: the change itself tells that it is off.
    await mailTo(visitor.email, 3);
    const [, ...sent] = mailsTo(visitor.email).map((mail) => `${subjectOf(mail)} ${mail.text}`);
    expect(sent.some((text) => /^Встреча отменена: .*вторник, 29 декабря/s.test(text))).toBe(true);
    expect(sent.some((text) => /понедельник, 21 декабря.*\n.*понедельник, 28 декабря/.test(text))).toBe(true);
    await allSent(visitor.email);
    const whole = { id: uuidv7(), from: second, reach: 'all' };
    await change(whole, { place: 'Зал 9' });
    expect(await tell(series.id, whole.id, days[0] ?? '')).toMatchObject({ meetings: 2, people: 1 });
    const place = { id: uuidv7(), from: second, reach: 'following' };
    await change(place, { place: 'Зал 10' });
    expect(await tell(series.id, place.id, second)).toMatchObject({ meetings: 1, people: 1 });
  });

  test('find the part of a series that holds the meeting, and are refused once all are over', async () => {
    const visitor = guest('Щукин');
    const series = await makeSeries({ guests: [visitor] });
    const body = { id: uuidv7(), from: third, reach: 'following', place: 'Зал 2' };
    await ask('PUT', `/meeting-series/${series.id}`, body);
    expect(await series.invite(third)).toMatchObject({ id: body.id, meetings: 3 });
    expect(await series.invite()).toMatchObject({ id: series.id, meetings: 2 });
    now = new Date('2027-02-01T09:00:00Z');
    secretary.token = (await app.services.auth.signIn(secretary.id, 'test')).token;
    const late = await app.call(secretary, 'POST', `/meeting-series/${series.id}/invitations`, {
      id: uuidv7(),
      from: third,
    });
    expect([late.statusCode, late.json().errors.from]).toEqual([
      422,
      ['Все встречи серии уже прошли: приглашать на них поздно'],
    ]);
  });

  test('are refused where they would be more than ten thousand at once, and nobody is told', async () => {
    const guests = Array.from({ length: 100 }, (_, place) => guest(`Гость ${place}`));
    const daily = { ...plan, rule: 'FREQ=DAILY;COUNT=101', first };
    const series = await makeSeries({ plan: daily, guests });
    const asked = { id: uuidv7(), from: first };
    const refused = await app.call(secretary, 'POST', `/meeting-series/${series.id}/invitations`, asked);
    expect([refused.statusCode, refused.json().errors.from]).toEqual([
      422,
      ['Получается больше 10\u00a0000 приглашений сразу: отправьте их из отдельных встреч'],
    ]);
    expect(await read(series.on(first))).toMatchObject({ sent_at: null });
    expect(await series.invite('2026-12-02')).toMatchObject({ meetings: 100, people: 100 });
  });

  test('count as one mail to each guest among the ten of an hour', async () => {
    const often = guest('Часто');
    const series = await makeSeries({ guests: [often] });
    const body = { from: first, reach: 'all' };
    for (let round = 0; round < 10; round += 1) {
      await ask('PUT', `/meeting-series/${series.id}`, { ...body, id: uuidv7(), place: `Кабинет ${round}` });
      await series.invite();
    }
    await ask('PUT', `/meeting-series/${series.id}`, { ...body, id: uuidv7(), place: 'Зал' });
    const asked = { id: uuidv7(), from: first };
    const refused = await app.call(secretary, 'POST', `/meeting-series/${series.id}/invitations`, asked);
    expect(refused.statusCode).toBe(429);
    const ids = days.map((day) => series.on(day));
    expect(await app.db.$count(meetingRounds, inArray(meetingRounds.meetingId, ids))).toBe(50);
  });

  test('taken back in one mail count as one to each guest', async () => {
    const visitor = guest('Щукин');
    const series = await makeSeries({ plan: { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=12' }, guests: [visitor] });
    await series.invite();
    await mailTo(visitor.email);
    await settled(series.on(first));
    await ask('DELETE', `/meeting-series/${series.id}/invitations/${first}`);
    const other = await makeSeries({ guests: [visitor] });
    expect(await other.invite()).toMatchObject({ people: 1 });
  });
});
