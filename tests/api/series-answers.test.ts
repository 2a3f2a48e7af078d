import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MeetingInvitations } from '#contract/meetings/invitation.ts';
import { users } from '#server/schema/people.ts';
import { until } from '#tests/support/processes.ts';
import { readCalendar } from './support/calendar-files.ts';
import { guest } from './support/invited-meeting.ts';
import { MailServer } from './support/mail-server.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const days = ['2026-12-01', '2026-12-08', '2026-12-15'] as const;
const [first, second, third] = days;
const plan = {
  ...{ rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3', first, time: '10:00', minutes: 60 },
  ...{ time_zone: 'Europe/Moscow', holidays: 'keep' },
};

describe.each(databaseKinds)('answers to a series by its page on %s', (kind) => {
  let now: Date;
  let app: TestApp;
  let server: MailServer;
  let secretary: TestUser;
  beforeAll(async () => {
    server = await MailServer.start();
    app = await startTestApp(kind, {
      services: { clock: () => now },
      config: { smtpUrl: `smtp://127.0.0.1:${server.port}` },
    });
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
  });
  beforeEach(async () => {
    now = new Date('2026-11-25T09:00:00Z');
    secretary = await app.addUser('secretary', { name: 'Петрова Анна Сергеевна' });
  });

  async function call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
    const reply = await app.call(secretary, method, path, body);
    expect(reply.statusCode, `${method} ${path}: ${reply.body}`).toBeLessThan(300);
    return (reply.body ? reply.json().data : undefined) as T;
  }
  const ask = (method: 'GET' | 'POST', url: string, fields?: Record<string, string>) =>
    app.app.inject({
      method,
      url,
      ...(fields && {
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
  async function inviteToSeries(people: object) {
    const id = uuidv7();
    await call('POST', '/meeting-series', { id, title: 'Бюджетная комиссия', plan, ...people });
    await call('POST', `/meeting-series/${id}/invitations`, { id: uuidv7(), from: first });
    const on = (day: string) => `${id}-${day.replaceAll('-', '')}`;
    const answers = async (name: string) => {
      const views = days.map((day) => call<MeetingInvitations>('GET', `/meetings/${on(day)}/invitations`));
      return (await Promise.all(views)).map((view) => view.people.find((person) => person.name === name));
    };
    return { id, on, answers };
  }
  const linkTo = async (email: string) => {
    const mail = await until(() => server.received.findLast(({ to }) => to.includes(email)), `a mail to ${email}`);
    return /\/s\/[\w-]{43}/.exec(mail.text)?.[0] ?? '';
  };
  const valueIn = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  /** Fills the form as a browser does: with its hidden fields. */
  const filled = async (link: string, fields: Record<string, string>): Promise<Record<string, string>> => {
    const { body } = await ask('GET', link);
    return { times: valueIn(body, 'times'), others: valueIn(body, 'others'), ...fields };
  };

  test('are given to one meeting, unless the box is checked; opening a page changes nothing', async () => {
    const visitor = guest('Щукин Пётр');
    const series = await inviteToSeries({ guests: [visitor] });
    const link = await linkTo(visitor.email);
    const page = await ask('GET', link);
    expect(page.body).toContain('<h2>Другие встречи серии</h2>');
    expect(page.body).toContain(
      'вторник, 8 декабря 2026\u00a0г., 10:00–11:00</a> <span class="size">ответа нет</span>',
    );
    expect(page.body).toContain('Ответить так же на остальные встречи серии (2)');
    expect(page.body).not.toMatch(/name="same"[^>]*checked|<script|style=/);
    expect(await series.answers(visitor.name)).toMatchObject([{ answer: null }, { answer: null }, { answer: null }]);
    await ask('POST', link, await filled(link, { answer: 'no' }));
    expect(await series.answers(visitor.name)).toMatchObject([{ answer: 'no' }, { answer: null }, { answer: null }]);
    const all = { answer: 'deputy', deputy: 'Котов Илья', note: 'Кроме отчёта', same: '1' };
    expect((await ask('POST', link, await filled(link, all))).statusCode).toBe(303);
    const deputy = { answer: 'deputy', deputy: 'Котов Илья', answered_at: now.toISOString() };
    expect(await series.answers(visitor.name)).toMatchObject([
      { ...deputy, note: 'Кроме отчёта' },
      { ...deputy, note: null },
      { ...deputy, note: null },
    ]);
    // Each of the others has a page of its own, which leads back.
    const other = /<li><a href="([\w-]{43})">вторник, 15 декабря/.exec((await ask('GET', link)).body)?.[1] ?? '';
    const opened = await ask('GET', `/s/${other}`);
    expect(opened.body).toContain('Ваш ответ: «Пришлю заместителя» (Котов Илья)');
    expect(opened.body).toContain(`<a href="${link.slice('/s/'.length)}">вторник, 1 декабря`);
  });

  test('begin with a sentence where the series is long; all dates and one calendar file are a click away', async () => {
    const visitor = guest('Щукин Пётр');
    const long = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=12' };
    await inviteToSeries({ guests: [visitor], plan: long });
    const link = await linkTo(visitor.email);
    const { body } = await ask('GET', link);
    expect(body.replaceAll('\u00A0', ' ')).toContain(
      '<p>Каждый вторник в 10:00, 1 декабря 2026 г. — 16 февраля 2027 г.</p>',
    );
    expect(body).toContain('<summary>Все остальные даты (11), без ответа: 11</summary>');
    expect(body.match(/<li><a href="[\w-]{43}">/g)).toHaveLength(11);
    const file = await ask('GET', `${link}?file=invite.ics`);
    expect(new Set(readCalendar(file.body).map(({ uid }) => uid)).size).toBe(12);
  });

  test('reach only meetings that are to come, on whose list the person is, and nobody else', async () => {
    const [visitor, other] = [guest('Щукин'), guest('Другой')];
    const series = await inviteToSeries({ guests: [visitor, other] });
    const link = await linkTo(visitor.email);
    await call('PUT', `/meetings/${series.on(second)}`, { guests: [other] });
    expect((await ask('GET', link)).body).toContain('на остальные встречи серии (1)');
    await ask('POST', link, await filled(link, { answer: 'yes', same: '1' }));
    const given = (await series.answers(visitor.name)).map((person) => person?.answer);
    expect(given).toEqual(['yes', undefined, 'yes']);
    expect(await series.answers(other.name)).toMatchObject([{ answer: null }, { answer: null }, { answer: null }]);
    now = new Date('2026-12-15T07:30:00Z');
    secretary.token = (await app.services.auth.signIn(secretary.id, 'test')).token;
    expect((await ask('GET', link)).body).not.toContain('Другие встречи серии');
  });

  test('are refused with a 409 where another meeting was moved since the page was shown, and keep what was typed', async () => {
    const visitor = guest('Щукин');
    const series = await inviteToSeries({ guests: [visitor] });
    const link = await linkTo(visitor.email);
    const typed = await filled(link, { answer: 'yes', note: 'Буду', same: '1' });
    const moved = { start_at: '2026-12-09T07:00:00.000Z', end_at: '2026-12-09T08:00:00.000Z' };
    await call('PUT', `/meetings/${series.on(second)}`, moved);
    const refused = await ask('POST', link, typed);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('другие встречи серии изменились, пока страница была открыта');
    expect(refused.body).toMatch(/name="same" value="1" checked/);
    expect(refused.body).toContain('среда, 9 декабря');
    expect(await series.answers(visitor.name)).toMatchObject([{ answer: null }, { answer: null }, { answer: null }]);
    // To this meeting alone it may be answered.
    const { same: _same, ...one } = typed;
    expect((await ask('POST', link, one)).statusCode).toBe(303);
    expect((await ask('POST', link, await filled(link, { answer: 'no', same: '1' }))).statusCode).toBe(303);
    expect((await series.answers(visitor.name)).map((person) => person?.answer)).toEqual(['no', 'no', 'no']);
  });

  test('are not offered to whoever holds a link that went to an earlier e-mail of the person', async () => {
    const member = await app.addUser('external', { name: 'Орлова Елена' });
    const series = await inviteToSeries({ participant_ids: [member.id] });
    const link = await linkTo(member.email);
    await app.db
      .update(users)
      .set({ email: `new-${member.email}` })
      .where(eq(users.id, member.id));
    await call('POST', `/meetings/${series.on(third)}/invitations`, { id: uuidv7() });
    expect((await ask('GET', link)).body).toContain('на остальные встречи серии (1)');
  });
});
