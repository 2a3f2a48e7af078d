import { and, eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { meetingInvitations, meetingRounds } from '#server/schema/invitations.ts';
import { until } from '#tests/support/processes.ts';
import { guest, InvitedMeeting } from './support/invited-meeting.ts';
import { MailServer } from './support/mail-server.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';
import { dropWaitingMails, untilRetried } from './support/waiting-mails.ts';

const times = { start_at: '2026-11-26T07:00:00.000Z', end_at: '2026-11-26T08:30:00.000Z' };

describe.each(databaseKinds)('what was changed of a meeting on %s', (kind) => {
  let now: Date;
  let app: TestApp;
  let server: MailServer;
  let secretary: TestUser;
  beforeAll(async () => {
    server = await MailServer.start();
    app = await startTestApp(kind, {
      services: { clock: () => now },
      config: { appUrl: 'https://app.example.ru', smtpUrl: `smtp://127.0.0.1:${server.port}` },
    });
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
  });
  beforeEach(async () => {
    now = new Date('2026-11-21T09:00:00Z');
    server.answer = () => undefined;
    secretary = await app.addUser('secretary', { name: 'Петрова Анна Сергеевна' });
  });
  afterEach(() => dropWaitingMails(app));

  /** Returns what a mail says, with common spaces. */
  const mailTo = (email: string, count = 1) =>
    untilRetried(
      app,
      async () => server.received.filter(({ to }) => to.includes(email))[count - 1]?.text.replaceAll('\u00a0', ' '),
      `mail ${count} to ${email}`,
    );

  test('is told by the mail about it, with what was and what is', async () => {
    const visitor = guest('Щукин Пётр');
    const fields = { title: 'Совет', place: 'Зал 2', description: '1. О бюджете\n2. Разное' };
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, ...fields, guests: [visitor] });
    await meeting.invite();
    expect(await mailTo(visitor.email)).not.toContain('было');
    await meeting.change({ place: 'Зал 3' });
    await meeting.invite();
    expect(await mailTo(visitor.email, 2)).toContain(
      'изменилась.\n\nИзменено место: было — «Зал 2»; стало — «Зал 3»\n\nТеперь она такая:\nСовет\n',
    );
    const moved = { start_at: '2026-11-27T07:00:00.000Z', end_at: '2026-11-27T08:00:00.000Z' };
    await meeting.change({ ...moved, place: '', description: '1. О бюджете\n2. О плане\n3. Разное' });
    await meeting.invite();
    expect(await mailTo(visitor.email, 3)).toContain(
      [
        'Изменены дата и время, место и повестка:',
        'Дата и время: было — четверг, 26 ноября 2026 г., 10:00–11:30; стало — пятница, 27 ноября 2026 г., 10:00–11:00',
        'Место: было — «Зал 3»; больше не указано',
        'Повестка: добавлено — «О плане»',
      ].join('\n'),
    );
  });

  test('is compared with the last mail that arrived', async () => {
    const visitor = guest('Щукин Пётр');
    const meeting = await InvitedMeeting.make(app, secretary, {
      ...times,
      title: 'Совет',
      place: 'А',
      guests: [visitor],
    });
    await meeting.invite();
    await mailTo(visitor.email);
    const state = async () => (await meeting.read()).people[0]?.state;
    await until(async () => ((await state()) === 'sent' ? true : undefined), 'the first mail noted as sent');
    server.answer = () => ({ code: 550, text: 'No such mailbox' });
    for (const place of ['Б', 'В']) {
      now = new Date(now.getTime() + 60_000);
      await meeting.change({ place });
      await meeting.invite();
      await until(async () => ((await state()) === 'failed' ? true : undefined), 'the refusal');
    }
    server.answer = () => undefined;
    await meeting.change({ place: 'Г' });
    await meeting.invite();
    expect(await mailTo(visitor.email, 2)).toContain('Изменено место: было — «А»; стало — «Г»');
  });

  test('is compared with the round before one by a server of the version before', async () => {
    const visitor = guest('Щукин Пётр');
    const fields = { ...times, title: 'Совет', place: 'А', guests: [visitor] };
    const meeting = await InvitedMeeting.make(app, secretary, fields);
    await meeting.invite();
    const link = /\/s\/[\w-]{43}/.exec((await mailTo(visitor.email)) ?? '')?.[0] ?? '';
    const state = async () => (await meeting.read()).people[0]?.state;
    const isNoted = (as: string) => until(async () => ((await state()) === as ? true : undefined), as);
    const tell = async (place: string) => {
      now = new Date(now.getTime() + 60_000);
      await meeting.change({ place });
      await meeting.invite();
    };
    await isNoted('sent');
    await tell('Б');
    await mailTo(visitor.email, 2);
    await isNoted('sent');
    server.answer = () => ({ code: 550, text: 'No such mailbox' });
    await tell('В');
    await isNoted('failed');
    // That server raises the number alone.
    const { id } = meeting;
    await app.db.update(meetingInvitations).set({ heardSequence: 0 }).where(eq(meetingInvitations.meetingId, id));
    const last = and(eq(meetingRounds.meetingId, id), eq(meetingRounds.sequence, 2));
    await app.db.update(meetingRounds).set({ told: null }).where(last);
    expect((await app.app.inject({ url: link })).body).toContain('было — «Б»; стало — «В»');
    server.answer = () => undefined;
    await tell('Г');
    expect(await mailTo(visitor.email, 3)).toContain('Изменено место: было — «Б»; стало — «Г»');
  });

  test('is seen on the page of a guest whose first change was sent by a server of the version before', async () => {
    const visitor = guest('Щукин Пётр');
    const meeting = await InvitedMeeting.make(app, secretary, {
      ...times,
      title: 'Совет',
      place: 'А',
      guests: [visitor],
    });
    await meeting.invite();
    const link = /\/s\/[\w-]{43}/.exec((await mailTo(visitor.email)) ?? '')?.[0] ?? '';
    now = new Date(now.getTime() + 60_000);
    await meeting.change({ place: 'Б' });
    await meeting.invite();
    await mailTo(visitor.email, 2);
    const { id } = meeting;
    await app.db.update(meetingInvitations).set({ heardSequence: null }).where(eq(meetingInvitations.meetingId, id));
    const last = and(eq(meetingRounds.meetingId, id), eq(meetingRounds.sequence, 1));
    await app.db.update(meetingRounds).set({ told: null }).where(last);
    expect((await app.app.inject({ url: link })).body).toContain('было — «А»; стало — «Б»');
  });

  test('is told once for all meetings of a series, and the earlier time of each', async () => {
    const visitor = guest('Щукин Пётр');
    const id = uuidv7();
    const plan = {
      ...{ rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261220', first: '2026-12-01', time: '10:00', minutes: 60 },
      ...{ time_zone: 'Europe/Moscow', holidays: 'keep' },
    };
    const ask = async (method: 'POST' | 'PUT', path: string, body: object) => {
      const reply = await app.call(secretary, method, path, body);
      expect(reply.statusCode, reply.body).toBeLessThan(300);
    };
    const invite = () => ask('POST', `/meeting-series/${id}/invitations`, { id: uuidv7(), from: '2026-12-01' });
    await ask('POST', '/meeting-series', { id, title: 'Комиссия', place: 'Зал 2', plan, guests: [visitor] });
    await invite();
    await mailTo(visitor.email);
    const change = { id: uuidv7(), from: '2026-12-01', reach: 'all' };
    await ask('PUT', `/meeting-series/${id}`, { ...change, place: 'Зал 3', plan: { time: '12:00' } });
    await invite();
    const mail = await mailTo(visitor.email, 2);
    expect(mail).toContain('\n\nИзменено место: было — «Зал 2»; стало — «Зал 3»\n\n');
    expect(mail).toContain('\nвторник, 1 декабря 2026 г., 12:00–13:00 · было 10:00–11:00\n');
  });

  test('is on the page of the invitation until the person answers', async () => {
    const visitor = guest('Щукин Пётр');
    const meeting = await InvitedMeeting.make(app, secretary, {
      ...times,
      title: 'Совет',
      place: 'А',
      guests: [visitor],
    });
    await meeting.invite();
    const link = /\/s\/[\w-]{43}/.exec((await mailTo(visitor.email)) ?? '')?.[0] ?? '';
    const page = async () => (await app.app.inject({ url: link })).body;
    expect(await page()).not.toContain('было');
    await meeting.change({ place: '<Б>' });
    await meeting.invite();
    await mailTo(visitor.email, 2);
    expect(await page()).toContain('Изменено место: было — «А»; стало — «&#60;Б&#62;»');
    now = new Date(now.getTime() + 60_000);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({ answer: 'yes', times: `${times.start_at}/${times.end_at}` }).toString();
    expect((await app.app.inject({ method: 'POST', url: link, headers, payload })).statusCode).toBe(303);
    expect(await page()).not.toContain('было');
    await meeting.change({ place: 'В' });
    expect(await page()).toContain('было — «&#60;Б&#62;»; стало — «В»');
  });
});
