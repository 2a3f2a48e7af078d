import { and, eq, ne } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { meetingParticipants, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { settings } from '#server/schema/service.ts';
import { until } from '#tests/support/processes.ts';
import { readCalendar } from './support/calendar-files.ts';
import { guest, InvitedMeeting } from './support/invited-meeting.ts';
import { MailServer } from './support/mail-server.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const start = '2026-11-26T07:00:00.000Z';
const times = { start_at: start, end_at: '2026-11-26T08:30:00.000Z' };
const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(2)>\u202e';

describe.each(databaseKinds)('pages of guests on %s', (kind) => {
  let now: Date;
  let app: TestApp;
  let server: MailServer;
  let secretary: TestUser;
  let address = 0;
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
    now = new Date('2026-11-21T09:00:00Z');
    address += 1;
    secretary = await app.addUser('secretary', { name: 'Петрова Анна Сергеевна' });
  });

  const ask = (method: 'GET' | 'HEAD' | 'POST', url: string, fields?: Record<string, string>) =>
    app.app.inject({
      method,
      url,
      remoteAddress: `203.0.113.${address}`,
      ...(fields && {
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
  const timesIn = (page: string) => /name="times" value="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#58;', ':') ?? '';
  /** Sends the form of a page as a browser does: with the times that it shows. */
  const send = async (link: string, fields: Record<string, string>) =>
    ask('POST', link, { times: timesIn((await ask('GET', link)).body), ...fields });
  const linkTo = async (email: string) => {
    const mail = await until(() => server.received.findLast(({ to }) => to.includes(email)), `a mail to ${email}`);
    return /\/s\/[\w-]{43}/.exec(mail.text)?.[0] ?? '';
  };
  const inviteOne = async (fields: object = {}) => {
    const person = guest('Щукин Пётр');
    const body = { ...times, title: 'Совет', guests: [person], ...fields };
    const meeting = await InvitedMeeting.make(app, secretary, body);
    await meeting.invite();
    return { person, meeting, link: await linkTo(person.email) };
  };

  test('show the meeting without scripts, and forbid caching, framing, indexing and referrers', async () => {
    const { link } = await inviteOne({ title: 'Бюджет', place: 'Зал 4', description: '1. О бюджете\nПринесите отчёт' });
    const reply = await ask('GET', link);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    });
    expect(reply.headers['set-cookie']).toBeUndefined();
    for (const words of ['Щукин Пётр', 'Бюджет', 'Зал 4', 'О бюджете', 'Принесите отчёт', 'Приду', 'Не приду'])
      expect(reply.body).toContain(words);
    expect(reply.body).not.toMatch(/<script|<img|<link|style=|src=/);
  });

  test('name the organization, and hand out the meeting as a calendar file with the id that the mails use', async () => {
    const { link, meeting } = await inviteOne({ place: 'Зал 4' });
    const kept = { name: 'documents', value: { organization: 'Администрация города\nN' } };
    await app.db.insert(settings).values(kept).onConflictDoUpdate({ target: settings.name, set: kept });
    const page = await ask('GET', link);
    expect(page.body).toContain('<p class="over" dir="auto">Администрация города N</p>');
    const [, address = ''] = /<a href="([^"]*)" download>Добавить в календарь/.exec(page.body) ?? [];
    const file = await ask('GET', `${link}${address}`);
    expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      ...[200, 'text/calendar; charset=utf-8', 'attachment; filename="invite.ics"'],
    ]);
    expect(readCalendar(file.body)).toMatchObject([
      {
        ...{ method: 'PUBLISH', uid: `${meeting.id}@protokol`, sequence: 0, status: 'CONFIRMED', location: 'Зал 4' },
        ...{ start: new Date(start), description: expect.stringContaining(link) },
      },
    ]);
    expect((await meeting.read()).people[0], 'a GET changes nothing').toMatchObject({ answer: null });
    await app.db.delete(settings).where(eq(settings.name, 'documents'));
  });

  test('record no answer when a scanner opens the link; a sent answer reaches the secretary and may change', async () => {
    const { link, meeting } = await inviteOne();
    for (const method of ['GET', 'HEAD', 'GET'] as const) expect((await ask(method, link)).statusCode).toBe(200);
    expect((await meeting.read()).people[0]).toMatchObject({ answer: null, answered_at: null });

    const answered = await send(link, { answer: 'yes', deputy: 'Никто', note: ' Буду вовремя ' });
    expect([answered.statusCode, answered.headers.location]).toEqual([303, link.slice('/s/'.length)]);
    const yes = { answer: 'yes', deputy: null, note: 'Буду вовремя', answered_at: now.toISOString() };
    expect((await meeting.read()).people[0]).toMatchObject(yes);
    expect((await ask('GET', link)).body).toContain(
      'Ваш ответ: «Приду», 21\u00a0ноября\u00a02026\u00a0г. в\u00a012:00.',
    );

    await send(link, { answer: 'deputy', deputy: 'Котов Илья' });
    expect((await meeting.read()).people[0]).toMatchObject({ answer: 'deputy', deputy: 'Котов Илья', note: null });
    const counted = (
      await app.call(secretary, 'GET', '/meetings?start_date_at=2026-11-26&end_date_at=2026-11-26')
    ).json();
    expect(counted.data[0].invitations).toMatchObject({ invited: 1, coming: 1 });
  });

  test('refuse an answer that does not say to which times it is given', async () => {
    const { link, meeting } = await inviteOne();
    const refused = await ask('POST', link, { answer: 'yes', note: 'Буду' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Проверьте время встречи и ответьте ещё раз');
    expect(refused.body).toMatch(/value="yes" required checked/);
    expect((await meeting.read()).people[0]).toMatchObject({ answer: null });
  });

  test('a link to the organizer writes to nobody else, whatever stands in the address', async () => {
    const { link } = await inviteOne();
    const [kept] = await app.db.select().from(users).where(eq(users.id, secretary.id));
    await app.db.update(users).set({ email: 'anna?cc=boss#1@example.ru' }).where(eq(users.id, secretary.id));
    expect((await ask('GET', link)).body).toContain('href="mailto:anna%3Fcc%3Dboss%231@example.ru"');
    await app.db
      .update(users)
      .set({ email: kept?.email ?? '' })
      .where(eq(users.id, secretary.id));
  });

  test('explain an invalid answer, keep what was typed, and escape it', async () => {
    const { link, meeting } = await inviteOne({ title: hostile, place: hostile, description: `1. ${hostile}` });
    const refused = await send(link, { answer: 'deputy', deputy: '  ', note: hostile });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Назовите заместителя');
    expect(refused.body).toContain('&#60;script&#62;');
    expect(refused.body).not.toMatch(/<script|<img/);
    expect((await send(link, { answer: 'maybe' })).body).toContain('Выберите ответ');
    expect((await send(link, { answer: 'yes', note: 'ы'.repeat(1_001) })).statusCode).toBe(422);
    expect((await send(link, { answer: 'yes', note: 'ы'.repeat(70_000) })).statusCode).toBe(413);
    expect((await meeting.read()).people[0]?.answer).toBeNull();
    // A browser counts a line break once, and sends two characters.
    await send(link, { answer: 'yes', note: `${'ы'.repeat(998)}\r\nы` });
    expect((await meeting.read()).people[0]?.note).toBe(`${'ы'.repeat(998)}\nы`);
    await send(link, { answer: 'deputy', deputy: hostile, note: hostile });
    expect((await ask('GET', link)).body).not.toMatch(/<script|<img/);
  });

  test('accept answers until the meeting begins, stay readable for two weeks, and then expire', async () => {
    const { link, meeting } = await inviteOne();
    await send(link, { answer: 'no' });
    now = new Date(start);
    const closed = await send(link, { answer: 'yes' });
    expect(closed.statusCode).toBe(409);
    expect(closed.body).toContain('изменить ответ нельзя');
    expect(closed.body).not.toContain('<form');
    secretary.token = (await app.services.auth.signIn(secretary.id, 'test')).token;
    expect((await meeting.read()).people[0]).toMatchObject({ answer: 'no' });
    now = new Date('2026-12-10T08:30:00Z');
    const old = await ask('GET', link);
    expect([old.statusCode, old.body.includes('Ссылка не действует')]).toEqual([410, true]);
  });

  test('show the agenda that was sent, and nothing of the draft written once the meeting has begun', async () => {
    const { link, meeting } = await inviteOne({ description: '1. О бюджете' });
    const body = { title: 'Совет', meeting_id: meeting.id, agenda: [{ id: uuidv7(), title: 'Смета школы' }] };
    const protocol = (await app.call(secretary, 'POST', '/protocols', body)).json().data;
    await meeting.invite();
    now = new Date(start);
    const { token } = await app.services.auth.signIn(secretary.id, 'test');
    expect((await ask('GET', link)).body).toContain('Смета школы');
    const added = { version: protocol.version, agenda: [...body.agenda, { id: uuidv7(), title: 'О снятии Громова' }] };
    const reply = await app.call({ token }, 'PUT', `/protocols/${protocol.id}`, added);
    expect(reply.statusCode, reply.body).toBe(200);
    const page = (await ask('GET', link)).body;
    expect([page.includes('Громова'), page.includes('О бюджете')]).toEqual([false, true]);
  });

  test('ask for a new answer after the meeting was moved, under the same link', async () => {
    const { link, meeting, person } = await inviteOne();
    await send(link, { answer: 'yes', note: 'В четверг опоздаю' });
    await meeting.change({ start_at: '2026-11-27T07:00:00Z', end_at: '2026-11-27T08:00:00Z' });
    // Nobody has been told yet: neither the list of answers nor their number takes the answer to the earlier time.
    expect((await meeting.read()).people[0]).toMatchObject({ answer: null, previous_answer: 'yes' });
    const moved = await app.call(secretary, 'GET', '/meetings?start_date_at=2026-11-27&end_date_at=2026-11-27');
    const counts = moved.json().data.find(({ id }: { id: string }) => id === meeting.id).invitations;
    expect(counts).toMatchObject({ invited: 1, coming: 0 });
    await meeting.invite();
    expect((await meeting.read()).people[0]).toMatchObject({ answer: null, previous_answer: 'yes' });
    const again = (await ask('GET', link)).body;
    expect(again).toContain('Раньше вы ответили: «Приду»');
    expect(again).not.toContain('опоздаю');
    await until(
      () => (server.received.filter(({ to }) => to.includes(person.email)).length > 1 ? true : undefined),
      'a second mail',
    );
    expect(await linkTo(person.email)).toBe(link);
  });

  test('refuse an answer to an outdated time with a 409, and keep what was typed', async () => {
    const { link, meeting } = await inviteOne();
    const shown = timesIn((await ask('GET', link)).body);
    await meeting.change({ start_at: '2026-11-27T07:00:00Z', end_at: '2026-11-27T08:00:00Z' });
    const typed = { answer: 'deputy', deputy: 'Котов Илья', note: 'Позже' };
    const stale = await ask('POST', link, { ...typed, times: shown });
    expect(stale.statusCode).toBe(409);
    for (const words of ['встречу перенесли', 'value="deputy" required checked', 'Котов Илья', 'Позже', '27 ноября'])
      expect(stale.body.replaceAll('\u00a0', ' ')).toContain(words);
    expect((await meeting.read()).people[0]?.answer).toBeNull();
    expect((await ask('POST', link, { ...typed, times: timesIn(stale.body) })).statusCode).toBe(303);
    expect((await meeting.read()).people[0]).toMatchObject(typed);
  });

  test('expire when a guest’s e-mail changes, and disappear when the meeting is cancelled', async () => {
    const { link, meeting, person } = await inviteOne();
    const renamed = { ...person, email: `${uuidv7()}@guest.example.ru` };
    await meeting.change({ guests: [renamed] });
    await meeting.invite();
    expect((await ask('GET', link)).statusCode).toBe(410);
    expect((await send(link, { answer: 'yes' })).statusCode).toBe(410);
    const next = await linkTo(renamed.email);
    expect((await ask('GET', next)).statusCode).toBe(200);
    await meeting.cancel();
    expect((await ask('GET', next)).statusCode).toBe(404);
  });

  test('return 410 at once to a person taken off the list, and to an account while it is blocked', async () => {
    const member = await app.addUser('external');
    const { link, meeting } = await inviteOne({ participant_ids: [member.id] });
    const own = await linkTo(member.email);
    await meeting.change({ guests: [] });
    expect((await ask('GET', link)).statusCode).toBe(410);
    expect((await send(link, { answer: 'yes' })).statusCode).toBe(410);
    const block = (isBlocked: boolean) => app.db.update(users).set({ isBlocked }).where(eq(users.id, member.id));
    await block(true);
    expect((await ask('GET', own)).statusCode).toBe(410);
    await block(false);
    expect((await ask('GET', own)).statusCode).toBe(200);
    await meeting.change({ participant_ids: [] });
    expect((await ask('GET', own)).statusCode).toBe(410);
  });

  test('cannot be guessed: wrong links are rate limited by IP address, a genuine link is not', async () => {
    const { link } = await inviteOne();
    const guess = () => ask('GET', `/s/${'A'.repeat(43)}`);
    const codes = new Set<number>();
    for (let count = 0; count < 61; count += 1) codes.add((await guess()).statusCode);
    expect(codes).toEqual(new Set([404, 429]));
    const limited = await ask('GET', `/s/${uuidv7()}`);
    expect([limited.statusCode, Number(limited.headers['retry-after'])]).toEqual([429, 900]);
    expect(limited.body).toContain('Слишком много неверных ссылок с вашего адреса');
    const calendar = (await app.call(secretary, 'POST', '/me/calendar')).json().data.url as string;
    for (const genuine of [link, new URL(calendar).pathname]) expect((await ask('GET', genuine)).statusCode).toBe(200);
    address += 100;
    expect((await ask('GET', '/s/нет/такой')).statusCode).toBe(404);
  });

  test('say that a removed file is gone, and link back to the page', async () => {
    const { link } = await inviteOne();
    const gone = await ask('GET', `${link}?file=${uuidv7()}`);
    expect([gone.statusCode, gone.body.includes('Ссылка не действует')]).toEqual([404, false]);
    expect(gone.body).toContain('Этого файла больше нет');
    const back = /href="([^"]+)"/.exec(gone.body)?.[1] ?? '';
    expect((await ask('GET', new URL(back, `https://app.example.ru${link}`).pathname)).body).toContain('<form');
  });

  test('a calendar feed has one’s own meetings and an ETag, and its URL ends when it is replaced', async () => {
    const member = await app.addUser('manager');
    const participants = { participant_ids: [member.id] };
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Совет', ...participants });
    const pathOf = (url: string) => new URL(url).pathname;
    const subscribe = async (user: TestUser) =>
      pathOf((await app.call(user, 'POST', '/me/calendar')).json().data.url as string);
    expect((await app.call(member, 'GET', '/me/calendar')).json().data).toEqual({ url: null, created_at: null });
    for (const user of [secretary, member]) {
      const path = await subscribe(user);
      expect((await app.call(user, 'GET', '/me/calendar')).json().data.url).toContain(path);
      const reply = await ask('GET', path);
      expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8');
      expect(readCalendar(reply.body)).toMatchObject([{ uid: `cal-${meeting.id}@protokol`, start: new Date(start) }]);
    }
    const path = await subscribe(secretary);
    const { etag } = (await ask('GET', path)).headers;
    const again = () => app.app.inject({ url: path, headers: { 'if-none-match': String(etag) } });
    const { database } = app.services;
    const query = vi.spyOn(database.kind === 'pglite' ? database.connection : (database.pool as never), 'query');
    expect((await again()).statusCode).toBe(304);
    const asked = query.mock.calls.map((each) => JSON.stringify(each)).filter((each) => each.includes('meetings'));
    query.mockRestore();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((each) => each.includes('description'))).toEqual([]);
    await meeting.change({ title: 'Большой совет' });
    expect((await again()).statusCode).toBe(200);
    const next = await subscribe(secretary);
    expect((await ask('GET', path)).statusCode).toBe(404);
    expect((await ask('GET', next)).statusCode).toBe(200);
    await app.call(secretary, 'DELETE', '/me/calendar');
    expect((await ask('GET', next)).statusCode).toBe(404);
  });

  test('a calendar feed is tentative before the invitations, and shows a declined meeting as free time', async () => {
    const member = await app.addUser('manager');
    const meeting = await InvitedMeeting.make(app, secretary, {
      ...times,
      title: 'Совет',
      participant_ids: [member.id],
    });
    const feed = async (user: TestUser) => {
      const path = new URL((await app.call(user, 'POST', '/me/calendar')).json().data.url).pathname;
      const read = async () => {
        const { body, headers } = await ask('GET', path);
        const lines = body.split('\r\n').filter((line) => /^(SUMMARY|STATUS|TRANSP):/.test(line));
        return { etag: headers.etag, text: lines.sort().join(' ') };
      };
      return read;
    };
    const [own, keeper] = [await feed(member), await feed(secretary)];
    expect((await own()).text).toBe('STATUS:TENTATIVE SUMMARY:Совет');
    await meeting.invite();
    const invited = await own();
    expect(invited.text).toBe('STATUS:CONFIRMED SUMMARY:Совет');
    const answer = async (body: object) =>
      expect((await app.call(member, 'PUT', `/me/meetings/${meeting.id}/answer`, body)).statusCode).toBeLessThan(300);
    await answer({ answer: 'no', ...times });
    const declined = await own();
    expect(declined.text).toBe('STATUS:CONFIRMED SUMMARY:Не приду: Совет TRANSP:TRANSPARENT');
    expect(declined.etag).not.toBe(invited.etag);
    await answer({ answer: 'yes', ...times });
    expect((await own()).text).toBe(invited.text);
    await answer({ answer: 'no', ...times });
    await meeting.change({ end_at: '2026-11-26T09:00:00.000Z' });
    expect((await own()).text, 'an answer to other times').toBe(invited.text);
    expect((await keeper()).text).toBe('STATUS:CONFIRMED SUMMARY:Совет');
  });

  test('a calendar feed has all meetings in order, however many, and its fetches are rate limited', async () => {
    const member = await app.addUser('manager');
    const rows = Array.from({ length: 700 }, (_, day) => {
      const startAt = new Date(now.getTime() + day * 12 * 60 * 60 * 1000);
      return { id: uuidv7(), ownerId: secretary.id, title: `Совет ${day}`, startAt, endAt: startAt };
    });
    await app.db.insert(meetings).values(rows);
    await app.db.insert(meetingParticipants).values(rows.map(({ id }) => ({ meetingId: id, userId: member.id })));
    const path = new URL((await app.call(member, 'POST', '/me/calendar')).json().data.url).pathname;
    const first = await ask('GET', path);
    expect(readCalendar(first.body).map(({ summary }) => summary)).toEqual(rows.map(({ title }) => title));
    await app.db.delete(meetings).where(and(eq(meetings.ownerId, secretary.id), ne(meetings.id, rows[0]?.id ?? '')));
    const next = await ask('GET', path);
    expect(readCalendar(next.body)).toHaveLength(1);
    const { etag } = next.headers;
    const statuses = new Set<number>();
    for (let count = 0; count < 120; count += 1) statuses.add((await ask('GET', path)).statusCode);
    expect([...statuses]).toEqual([200, 429]);
    const known = await app.app.inject({ url: path, headers: { 'if-none-match': String(etag) } });
    expect(known.statusCode).toBe(304);
  });

  test('are not needed by a person with an account, who answers in their own meetings by the same rules', async () => {
    const kim = await app.addUser('external', { name: 'Ким Дмитрий' });
    const orlova = await app.addUser('external', { name: 'Орлова Вера' });
    const guests = [guest('Щукин Пётр')];
    const fields = { ...times, title: 'Совет', participant_ids: [kim.id], guests };
    const meeting = await InvitedMeeting.make(app, secretary, fields);
    const own = async () => {
      const range = '?start_date_at=2026-11-01&end_date_at=2026-12-31';
      return (await app.call(kim, 'GET', `/me/meetings${range}`)).json().data[0];
    };
    const answer = (body: object, by = kim) => app.call(by, 'PUT', `/me/meetings/${meeting.id}/answer`, body);
    expect((await own()).invitation).toBeNull();
    expect((await answer({ answer: 'yes' })).statusCode).toBe(404);
    await meeting.invite();
    expect(await own()).toMatchObject({
      invitation: { answer: null, previous_answer: null },
      participants: [{ name: 'Ким Дмитрий' }, { name: 'Щукин Пётр' }],
    });
    expect((await answer({ answer: 'yes' }, orlova)).statusCode).toBe(404);
    const nameless = await answer({ answer: 'deputy' });
    expect([nameless.statusCode, nameless.json().errors]).toEqual([422, { deputy: ['Назовите заместителя'] }]);
    const given = await answer({ answer: 'deputy', deputy: 'Замов П. П.', note: 'Отпуск', ...times });
    expect(given.json().data.invitation).toMatchObject({ answer: 'deputy', deputy: 'Замов П. П.', note: 'Отпуск' });
    expect((await meeting.read()).people.find(({ user_id }) => user_id === kim.id)).toMatchObject({
      ...{ answer: 'deputy', deputy: 'Замов П. П.' },
    });
    const same = await answer({ answer: 'deputy', deputy: 'Замов П. П.' });
    expect(same.json().data.invitation).toMatchObject({ note: 'Отпуск' });
    expect((await answer({ answer: 'yes' })).json().data.invitation).toMatchObject({ deputy: null, note: null });
    await answer({ answer: 'yes', note: 'Буду вовремя' });
    await meeting.change({ start_at: '2026-11-21T09:10:00.000Z', end_at: '2026-11-21T09:40:00.000Z' });
    // Nobody has been told of the new time yet: the answer was given for the earlier one.
    expect((await own()).invitation).toMatchObject({ answer: null, previous_answer: 'yes' });
    const moved = await answer({ answer: 'no', ...times });
    expect([moved.statusCode, moved.json().code]).toEqual([409, 'meeting_moved']);
    // An answer to the new time does not show the note that was given for the first one.
    expect((await answer({ answer: 'yes' })).json().data.invitation).toMatchObject({ answer: 'yes', note: null });
    expect((await answer({ answer: 'no' })).statusCode).toBe(200);
    await meeting.invite();
    expect((await own()).invitation).toMatchObject({ answer: 'no', previous_answer: null });
    now = new Date('2026-11-21T09:10:00.000Z');
    const late = await answer({ answer: 'no' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'meeting_began']);
    expect((await own()).invitation).toMatchObject({ answer: 'no' });
  });
});
