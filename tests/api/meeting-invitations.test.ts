import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sweepMails } from '#server/platform/mail/index.ts';
import { beginAttempt } from '#server/platform/mail/mail-repository.ts';
import { meetingFiles } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';
import { until } from '#tests/support/processes.ts';
import { readCalendar } from './support/calendar-files.ts';
import { guest, InvitedMeeting } from './support/invited-meeting.ts';
import { MailServer } from './support/mail-server.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';
import { dropWaitingMails, untilRetried } from './support/waiting-mails.ts';
import { waitingSessions } from './support/waiting-sessions.ts';

const appUrl = 'https://app.example.ru';
const start = '2026-11-26T07:00:00.000Z';
const end = '2026-11-26T08:30:00.000Z';
const times = { start_at: start, end_at: end };

describe.each(databaseKinds)('invitations to meetings on %s', (kind) => {
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
    now = new Date('2026-11-21T09:00:00Z');
    server.answer = () => undefined;
    secretary = await app.addUser('secretary', { name: 'Петрова Анна Сергеевна' });
  });
  afterEach(() => dropWaitingMails(app));

  const mailsTo = (email: string) => server.received.filter(({ to }) => to.includes(email));
  const mailTo = (email: string, count = 1) =>
    until(() => (mailsTo(email).length >= count ? mailsTo(email)[count - 1] : undefined), `mail ${count} to ${email}`);
  const eventIn = (mail: Awaited<ReturnType<typeof mailTo>>) => {
    const part = mail.files.find(({ type }) => type === 'text/calendar');
    const file = mail.files.find(({ name }) => name === 'invite.ics');
    const [event] = readCalendar(part?.content.toString('utf8') ?? '');
    if (!event || !file) throw new Error('No event in the mail');
    return event;
  };
  const settled = (meeting: InvitedMeeting, state: string) =>
    until(async () => {
      const view = await meeting.read();
      return view.people.every((person) => person.is_organizer || person.state === state) ? view : undefined;
    }, `all mails ${state}`);

  test('go to each person in a separate mail with text, HTML and calendar event; none goes out unrequested', async () => {
    const member = await app.addUser('external', { name: 'Орлова Елена Викторовна' });
    const visitor = guest('Щукин Пётр');
    const meeting = await InvitedMeeting.make(app, secretary, {
      ...times,
      title: 'Бюджет; смета, план',
      place: 'Зал 4',
      link: 'https://meet.example.ru/4',
      description: 'Возьмите отчёты.\n1. О бюджете\n2. Разное',
      participant_ids: [secretary.id, member.id],
      guests: [visitor],
    });
    expect(await meeting.read()).toMatchObject({ sent_at: null, is_outdated: false });
    expect(mailsTo(member.email)).toEqual([]);
    await meeting.invite();
    const mail = await mailTo(member.email);
    const subject = 'Приглашение: Бюджет; смета, план, 26 ноября, 10:00';
    expect(Object.fromEntries(mail.headers)).toMatchObject({ subject, 'reply-to': secretary.email });
    expect(mail.text).toContain('Когда: четверг, 26 ноября 2026\u00a0г., 10:00–11:30 (московское\u00a0время)');
    expect(mail.text).toContain('Повестка:\n1. О бюджете\n2. Разное');
    expect(mail.text).toContain('Возьмите отчёты.');
    expect(mail.text).toMatch(/https:\/\/app\.example\.ru\/s\/[\w-]{43}\n/);
    expect(mail.html).not.toMatch(/<(script|img|link)|src=/);
    expect(eventIn(mail)).toMatchObject({
      method: 'REQUEST',
      uid: `${meeting.id}@protokol`,
      sequence: 0,
      status: 'CONFIRMED',
      summary: 'Бюджет; смета, план',
      location: 'Зал 4',
      start: new Date(start),
      end: new Date(end),
      organizer: `mailto:${secretary.email}`,
      attendees: [`mailto:${member.email}`],
    });
    expect((await mailTo(visitor.email)).text).not.toContain(member.email);
    const view = await settled(meeting, 'sent');
    expect(view.people.map((person) => person.is_organizer ?? false).toSorted()).toEqual([false, false, true]);
    expect(view.people.at(-1)?.name).toBe('Щукин Пётр');
    expect(view).toMatchObject({ sent_at: now.toISOString(), is_outdated: false });
    expect(mailsTo(secretary.email)).toEqual([]);
  });

  test('are sent once per round, however often requested; a second round goes to new guests only', async () => {
    const first = guest('Первый');
    const second = guest('Вторая');
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Планёрка', guests: [first] });
    const round = uuidv7();
    await meeting.invite(round);
    await settled(meeting, 'sent');
    await meeting.invite(round);
    await meeting.invite();
    await meeting.change({ guests: [first, second] });
    expect(await meeting.read()).toMatchObject({ is_outdated: true, people: [{ state: 'sent' }, { state: 'none' }] });
    await meeting.invite();
    expect(eventIn(await mailTo(second.email))).toMatchObject({ method: 'REQUEST', sequence: 1 });
    expect(mailsTo(first.email)).toHaveLength(1);
  });

  test('are updated with a higher sequence number, and cancelled for a guest taken off the list', async () => {
    const stays = guest('Остаётся');
    const leaves = guest('Уходит');
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Совет', guests: [stays, leaves] });
    await meeting.invite();
    await settled(meeting, 'sent');
    const moved = '2026-11-27T07:00:00.000Z';
    await meeting.change({ start_at: moved, end_at: '2026-11-27T08:00:00.000Z', guests: [stays] });
    expect(await meeting.read()).toMatchObject({ is_outdated: true });
    await meeting.invite();
    const change = await mailTo(stays.email, 2);
    expect(change.headers.get('subject')).toBe('Встреча перенесена: Совет, 27 ноября, 10:00');
    expect(eventIn(change)).toMatchObject({ method: 'REQUEST', sequence: 1, start: new Date(moved) });
    const removal = await mailTo(leaves.email, 2);
    expect(eventIn(removal)).toMatchObject({ method: 'CANCEL', sequence: 1, status: 'CANCELLED' });
    expect(removal.text).not.toContain('/s/');
    expect(await settled(meeting, 'sent')).toMatchObject({ is_outdated: false });
  });

  test('are cancelled by mail with the meeting; deleting a meeting silently mails nobody', async () => {
    const told = guest('Узнает');
    const untold = guest('Не узнает');
    const off = await InvitedMeeting.make(app, secretary, { ...times, title: 'Отменённая', guests: [told] });
    const silent = await InvitedMeeting.make(app, secretary, { ...times, title: 'Удалённая', guests: [untold] });
    for (const meeting of [off, silent]) {
      await meeting.invite();
      await settled(meeting, 'sent');
    }
    await silent.delete();
    await off.cancel();
    const mail = await mailTo(told.email, 2);
    expect(mail.headers.get('subject')).toBe('Встреча отменена: Отменённая, 26 ноября, 10:00');
    expect(eventIn(mail)).toMatchObject({ method: 'CANCEL', sequence: 1, uid: `${off.id}@protokol` });
    expect(mail.text).toContain('отменена. Организатор: Петрова Анна Сергеевна.');
    expect(mailsTo(untold.email)).toHaveLength(1);
    await expect(off.read()).rejects.toThrow('404');
  });

  // The embedded database admits no other connection meanwhile.
  test.runIf(kind === 'postgres')('are cancelled also for a guest whose first mail is just being sent', async () => {
    const [sent, begun, unheard] = [guest('Уходит'), guest('Начато'), guest('Ждёт')];
    const meeting = await InvitedMeeting.make(app, secretary, {
      ...times,
      title: 'Совет',
      guests: [sent, begun, unheard],
    });
    const { promise: isUnderWay, resolve: underWay } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    onTestFinished(() => release(undefined));
    server.answer = (to) => {
      if (to !== sent.email) return undefined;
      underWay();
      return held;
    };
    await meeting.invite();
    await isUnderWay;
    const { cancelled } = await app.db.transaction(async (tx) => {
      // Begins the attempt as another server would.
      const [mail] = await tx.select().from(mails).where(eq(mails.recipient, begun.email));
      expect(await beginAttempt(tx, mail?.id ?? '')).toBeDefined();
      const cancelling = meeting.cancel();
      await expect.poll(() => waitingSessions(app.db)).toBe(1);
      return { cancelled: cancelling };
    });
    await cancelled;
    const posted = (to: string) => app.db.$count(mails, eq(mails.recipient, to));
    expect([await posted(sent.email), await posted(begun.email), await posted(unheard.email)]).toEqual([2, 2, 1]);
    release(undefined);
    const told = [await mailTo(sent.email), await mailTo(sent.email, 2)].map((mail) => eventIn(mail).method);
    expect(told).toEqual(['REQUEST', 'CANCEL']);
    await until(async () => {
      const rows = await app.db.select({ state: mails.state }).from(mails).where(eq(mails.recipient, sent.email));
      return rows.every(({ state }) => state === 'sent') || undefined;
    }, 'both mails noted as sent');
  });

  test('refused by a mailbox show the reason, and are sent again by the next round only', async () => {
    const wrong = guest('Ошибочный');
    const right = guest('Верный');
    server.answer = (to) => (to === wrong.email ? { code: 550, text: 'No such mailbox' } : undefined);
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Совет', guests: [wrong, right] });
    await meeting.invite();
    const refused = await until(async () => {
      const [person] = (await meeting.read()).people;
      return person?.state === 'failed' ? person : undefined;
    }, 'the refusal');
    expect(refused.error).toBe('Почтовый ящик не найден: 550 No such mailbox');
    expect(await meeting.read()).toMatchObject({ is_outdated: true });
    await until(async () => ((await meeting.read()).people[1]?.state === 'sent' ? true : undefined), 'the other mail');
    const notices = (await app.call(secretary, 'GET', '/me/notices')).json().data;
    expect(notices).toMatchObject([
      {
        kind: 'invitation_refused',
        meeting_id: meeting.id,
        facts: { title: 'Совет', to_name: 'Ошибочный', to_email: wrong.email, reason: 'Почтовый ящик не найден' },
      },
    ]);
    const shown = (await app.call(secretary, 'GET', `/meetings?start_date_at=${start.slice(0, 10)}`)).json().data;
    expect(shown).toMatchObject([{ id: meeting.id, invitations: { invited: 2, refused: 1 } }]);
    await sweepMails(app.db, new Date('2027-06-01T09:00:00Z'));
    expect((await meeting.read()).people[0]).toMatchObject({ state: 'failed', error: refused.error });
    server.answer = () => undefined;
    await meeting.invite();
    expect((await mailTo(wrong.email)).headers.get('subject')).toMatch(/^Приглашение: /);
    await settled(meeting, 'sent');
    expect(mailsTo(right.email)).toHaveLength(1);
    // A guest who was invited and has not been told of the new time is told of it.
    server.answer = (to) => (to === right.email ? { code: 550, text: 'No such mailbox' } : undefined);
    now = new Date('2026-11-21T09:01:00Z');
    await meeting.change({ start_at: '2026-11-27T07:00:00Z', end_at: '2026-11-27T08:30:00Z' });
    await meeting.invite();
    await until(async () => ((await meeting.read()).people[1]?.state === 'failed' ? true : undefined), 'the refusal');
    server.answer = () => undefined;
    await meeting.invite();
    expect((await mailTo(right.email, 2)).headers.get('subject')).toMatch(/^Встреча перенесена: /);
  });

  test('keep their link for a guest listed again under the same e-mail', async () => {
    const visitor = guest('Щукин');
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Совет', guests: [visitor] });
    await meeting.invite();
    const link = /\/s\/[\w-]{43}/.exec((await mailTo(visitor.email)).text)?.[0] ?? '';
    const again = { ...guest('Щукин Пётр'), email: visitor.email };
    await meeting.change({ guests: [again], place: 'Зал 5' });
    expect((await app.app.inject({ url: link })).statusCode).toBe(200);
    await meeting.invite();
    expect(eventIn(await mailTo(visitor.email, 2))).toMatchObject({ method: 'REQUEST', sequence: 1 });
    expect((await mailTo(visitor.email, 2)).text).toContain(link);
    await settled(meeting, 'sent');
    expect(await app.db.$count(mails, eq(mails.recipient, visitor.email))).toBe(2);
  });

  test('are limited to ten an hour per guest; a later round sends the latest state; cancelling is never refused', async () => {
    const often = guest('Часто');
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Совет', guests: [often] });
    const inviting = (id = uuidv7()) => app.call(secretary, 'POST', `/meetings/${meeting.id}/invitations`, { id });
    for (let round = 0; round < 10; round += 1) {
      await meeting.change({ place: `Кабинет ${round}` });
      expect((await inviting()).statusCode).toBe(200);
    }
    await meeting.change({ place: 'Зал' });
    const round = uuidv7();
    const refused = await inviting(round);
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'На эти адреса ушло уже много писем. Попробуйте снова через 60\u00a0минут',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    const elsewhere = await InvitedMeeting.make(app, await app.addUser(), { ...times, title: 'Иное', guests: [often] });
    await elsewhere.invite();
    await meeting.change({ place: 'Большой зал' });
    now = new Date(now.getTime() + 61 * 60_000);
    secretary.token = (await app.services.auth.signIn(secretary.id, 'test')).token;
    expect((await inviting(round)).statusCode).toBe(200);
    await until(() => mailsTo(often.email).some(({ text }) => text.includes('Большой зал')) || undefined, 'the last');
    expect(mailsTo(often.email).filter(({ text }) => text.includes('Зал'))).toEqual([]);
    for (let more = 0; more < 9; more += 1) {
      await meeting.change({ place: `Кабинет ${more}` });
      expect((await inviting()).statusCode).toBe(200);
    }
    expect((await app.call(secretary, 'DELETE', `/meetings/${meeting.id}/invitations`)).statusCode).toBe(204);
  });

  test('have that limit for a participant who has never signed in, as anybody’s address can be added', async () => {
    const [stranger, colleague] = [await app.addUser('external', { passwordHash: null }), await app.addUser()];
    const fields = { ...times, title: 'Совет', participant_ids: [stranger.id, colleague.id] };
    const meeting = await InvitedMeeting.make(app, secretary, fields);
    for (let round = 0; round < 10; round += 1) {
      await meeting.change({ place: `Кабинет ${round}` });
      await meeting.invite();
    }
    await meeting.change({ place: 'Зал' });
    const inviting = () => app.call(secretary, 'POST', `/meetings/${meeting.id}/invitations`, { id: uuidv7() });
    expect((await inviting()).statusCode).toBe(429);
    await app.db.update(users).set({ passwordHash: 'set' }).where(eq(users.id, stranger.id));
    expect((await inviting()).statusCode).toBe(200);
  });

  test('that never arrived are cancelled without a mail', async () => {
    const [wrong, off, right] = [guest('Ошибочный'), guest('Тоже'), guest('Верный')];
    server.answer = (to) => (to === right.email ? undefined : { code: 550, text: 'No such mailbox' });
    const guests = [wrong, off, right];
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Совет', guests });
    await meeting.invite();
    await until(async () => {
      const states = (await meeting.read()).people.map(({ state }) => state);
      return states.join() === 'failed,failed,sent' ? states : undefined;
    }, 'the refusals');
    await meeting.change({ guests: [off, right] });
    const posted = (to: string) => app.db.$count(mails, eq(mails.recipient, to));
    now = new Date('2026-11-21T09:01:00Z');
    await meeting.invite();
    await until(async () => ((await meeting.read()).people[0]?.state === 'failed' ? true : undefined), 'a refusal');
    await meeting.cancel();
    await mailTo(right.email, 2);
    expect([await posted(wrong.email), await posted(off.email), await posted(right.email)]).toEqual([1, 2, 2]);
  });

  test('mail nobody without guests, and need valid, unique addresses and a meeting that is not over', async () => {
    const empty = await InvitedMeeting.make(app, secretary, {
      ...times,
      title: 'Пустая',
      participant_ids: [secretary.id],
    });
    expect(await empty.invite()).toMatchObject({ sent_at: null, is_outdated: false });
    const post = (fields: object) => app.call(secretary, 'PUT', `/meetings/${empty.id}`, fields);
    const guests = [guest('Гость')].map((each) => ({ ...each, email: 'не адрес' }));
    expect((await post({ guests })).json()).toMatchObject({
      errors: { 'guests.0.email': ['Неверный формат e-mail'] },
    });
    const twice = [guest('Раз'), guest('Два')].map((each) => ({ ...each, email: 'Same@example.ru' }));
    expect((await post({ guests: twice })).statusCode).toBe(422);
    const [shown, ascii] = ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'];
    const same = [
      { ...guest('Раз'), email: shown },
      { ...guest('Два'), email: ascii },
    ];
    expect((await post({ guests: same })).statusCode).toBe(422);
    await empty.change({ guests: same.slice(0, 1) });
    expect((await empty.read()).people.map(({ email }) => email)).toContain(ascii);
    const member = await app.addUser();
    const twin = { ...guest('Двойник'), email: member.email.toUpperCase() };
    const self = { ...guest('Сама'), email: secretary.email };
    const both = await post({ guests: [guest('Гость'), twin], participant_ids: [member.id] });
    expect(both.json()).toMatchObject({
      errors: { 'guests.1.email': [`${member.email}: этот человек уже есть среди участников`] },
    });
    expect((await post({ guests: [self] })).json().errors['guests.0.email'][0]).toMatch(/это организатор встречи$/);
    await empty.change({ guests: [twin] });
    expect((await post({ participant_ids: [member.id] })).json().errors.participant_ids[0]).toMatch(
      /уже есть среди гостей/,
    );
    await empty.change({ guests: [guest('Гость')] });
    now = new Date(end);
    secretary.token = (await app.services.auth.signIn(secretary.id, 'test')).token;
    await expect(empty.invite()).rejects.toThrow('Встреча уже прошла');
  });

  test('skip blocked and deleted users, and go to a user’s current e-mail', async () => {
    const [blocked, gone, renamed] = [await app.addUser(), await app.addUser(), await app.addUser()];
    const participants = { participant_ids: [blocked.id, gone.id, renamed.id] };
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Совет', ...participants });
    await meeting.invite();
    await settled(meeting, 'sent');
    const email = `${uuidv7()}@example.ru`;
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, blocked.id));
    const listed = (await meeting.read()).people.find(({ user_id }) => user_id === blocked.id);
    expect(listed).toMatchObject({ state: 'sent', error: 'Учётная запись заблокирована' });
    await app.db.update(users).set({ email }).where(eq(users.id, renamed.id));
    await app.db.delete(users).where(eq(users.id, gone.id));
    await meeting.change({ place: 'Зал 5' });
    await meeting.invite();
    expect(eventIn(await mailTo(email))).toMatchObject({ sequence: 1, location: 'Зал 5' });
    await meeting.cancel();
    expect(eventIn(await mailTo(email, 2))).toMatchObject({ method: 'CANCEL' });
    expect([blocked, gone].map((person) => mailsTo(person.email).length)).toEqual([1, 1]);
  });

  test('tell whoever was blocked during a change of it after the unblocking, and nobody else again', async () => {
    const [blocked, other] = [await app.addUser('external'), await app.addUser('external')];
    const participants = { participant_ids: [blocked.id, other.id] };
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Совет', ...participants });
    await meeting.invite();
    await settled(meeting, 'sent');
    const block = (isBlocked: boolean) => app.db.update(users).set({ isBlocked }).where(eq(users.id, blocked.id));
    await block(true);
    const moved = { start_at: '2026-11-27T07:00:00.000Z', end_at: '2026-11-27T08:00:00.000Z' };
    await meeting.change(moved);
    await meeting.invite();
    await mailTo(other.email, 2);
    expect(await settled(meeting, 'sent')).toMatchObject({ is_outdated: false });
    await block(false);
    expect(await meeting.read()).toMatchObject({ is_outdated: true });
    await meeting.invite();
    const mail = await mailTo(blocked.email, 2);
    expect(mail.headers.get('subject')).toBe('Встреча перенесена: Совет, 27 ноября, 10:00');
    expect(eventIn(mail)).toMatchObject({ sequence: 2, start: new Date(moved.start_at) });
    expect(await settled(meeting, 'sent')).toMatchObject({ is_outdated: false });
    expect(mailsTo(other.email)).toHaveLength(2);
  });

  test('that wait are not sent to an account blocked meanwhile, which is no notice, and are sent anew to it unblocked', async () => {
    const [blocked, other] = [await app.addUser('external'), await app.addUser('external')];
    const participants = { participant_ids: [blocked.id, other.id] };
    server.answer = () => ({ code: 451, text: 'Later' });
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'Совет', ...participants });
    await meeting.invite();
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, blocked.id));
    server.answer = (to) => (to === blocked.email ? { code: 451, text: 'Later' } : undefined);
    const state = async ({ id }: TestUser) => (await meeting.read()).people.find(({ user_id }) => user_id === id);
    const given = await untilRetried(
      app,
      async () => {
        const person = await state(blocked);
        return person?.state === 'failed' ? person : undefined;
      },
      'the end of the mail',
    );
    expect(given.error).toBe('Учётная запись заблокирована');
    await untilRetried(app, () => mailsTo(other.email)[0], 'the other mail');
    expect((await app.call(secretary, 'GET', '/me/notices')).json().data).toEqual([]);
    await app.db.update(users).set({ isBlocked: false }).where(eq(users.id, blocked.id));
    server.answer = () => undefined;
    await meeting.invite();
    expect((await mailTo(blocked.email)).headers.get('subject')).toBe('Приглашение: Совет, 26 ноября, 10:00');
  });

  test('skip a guest with the e-mail of a blocked account, and such a guest cannot be added', async () => {
    const [blocked, later] = [await app.addUser('external', { isBlocked: true }), await app.addUser('external')];
    const listed = (...people: TestUser[]) => people.map(({ email }) => ({ ...guest('Сидоров'), email }));
    const body = { ...times, title: 'Совет', guests: listed(later, blocked) };
    const refused = await app.call(secretary, 'POST', '/meetings', body);
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['guests.1.email']]);
    const meeting = await InvitedMeeting.make(app, secretary, { ...body, guests: listed(later) });
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, later.id));
    await meeting.invite();
    expect((await meeting.read()).people.find(({ email }) => email === later.email)).toMatchObject({
      state: 'none',
      error: 'Учётная запись заблокирована',
    });
    // Guests who were there before may stay.
    await meeting.change({ place: 'Зал 5', guests: listed(later) });
    await meeting.cancel();
    expect(mailsTo(later.email)).toEqual([]);
    // People who were invited before that are not told of the cancellation either.
    const [invited, other] = [await app.addUser('external'), await app.addUser('external')];
    const again = await InvitedMeeting.make(app, secretary, { ...body, guests: listed(invited, other) });
    await again.invite();
    await settled(again, 'sent');
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, invited.id));
    await again.cancel();
    await mailTo(other.email, 2);
    expect(mailsTo(invited.email)).toHaveLength(1);
  });

  test('reveal to a secretary at most thirty times an hour that an address is blocked', async () => {
    const blocked = await app.addUser('external', { isBlocked: true });
    const curious = await app.addUser();
    const body = { ...times, title: 'Совет' };
    const add = (fields: object) => app.call(curious, 'POST', '/meetings', { ...body, ...fields });
    const guests = [{ ...guest('Сидоров'), email: blocked.email }];
    const { id } = (await add({})).json().data;
    const statuses = [];
    for (let times = 0; times < 16; times += 1) {
      statuses.push((await add({ guests })).statusCode);
      statuses.push((await app.call(curious, 'PUT', `/meetings/${id}`, { guests })).statusCode);
    }
    expect(statuses).toEqual([...Array(30).fill(422), 429, 429]);
    const protocol = (await app.call(curious, 'POST', '/protocols', { title: 'О смете' })).json().data;
    const letter = { recipients: [], addresses: [blocked.email], subject: 'Протокол', text: '', format: 'pdf' };
    expect((await app.call(curious, 'POST', `/protocols/${protocol.id}/send`, letter)).statusCode).toBe(429);
    // A change that names nobody is accepted.
    expect((await app.call(curious, 'PUT', `/meetings/${id}`, { place: 'Зал 5' })).statusCode).toBe(200);
  });

  test('attach the files of the meeting; a file deleted by then is left out', async () => {
    const visitor = guest('Гость');
    const meeting = await InvitedMeeting.make(app, secretary, { ...times, title: 'С файлом', guests: [visitor] });
    const form = new FormData();
    form.append('_method', 'PUT');
    form.append('files[]', new Blob(['Смета']), 'смета.txt');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const reply = await app.app.inject({
      method: 'POST',
      url: `/api/meetings/${meeting.id}`,
      headers: {
        authorization: `Bearer ${secretary.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect(reply.statusCode, reply.body).toBe(200);
    await meeting.invite();
    const mail = await mailTo(visitor.email);
    expect(mail.files.find(({ name }) => name === 'смета.txt')?.content.toString()).toBe('Смета');
    expect(mail.text).toContain('Файлы в письме: смета.txt.');
    const late = guest('Поздний');
    let asked = 0;
    server.answer = (to) => (to === late.email && asked++ === 0 ? { code: 450, text: 'Greylisted' } : undefined);
    await meeting.change({ guests: [visitor, late] });
    await meeting.invite();
    await until(() => (asked > 0 ? true : undefined), 'the first attempt');
    const [file] = await app.db.select().from(meetingFiles).where(eq(meetingFiles.meetingId, meeting.id));
    await app.services.storage.remove(file?.storageKey ?? '');
    const names = (await mailTo(late.email)).files.map(({ name }) => name);
    expect(names).toContain('invite.ics');
    expect(names).not.toContain('смета.txt');
  });
});
