import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notice } from '#contract/notices/notice.ts';
import { noticeWords } from '#contract/notices/notice-words.ts';
import { notices, pushSubscriptions } from '#server/schema/notices.ts';
import { sessions, users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { mails } from '#server/schema/service.ts';
import { tasks as taskRows } from '#server/schema/work.ts';
import { until } from '#tests/support/processes.ts';
import { MailServer } from './support/mail-server.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';
import { dropWaitingMails, untilRetried } from './support/waiting-mails.ts';

const minutes = (count: number) => count * 60_000;

describe.each(databaseKinds)('notices on %s', (kind) => {
  // Before the clock of the database, by which signed versions are dated.
  let now = new Date(Date.now() - 48 * minutes(60));
  let app: TestApp;
  let server: MailServer;
  let anna: TestUser;
  let kim: TestUser;
  beforeAll(async () => {
    server = await MailServer.start();
    app = await startTestApp(kind, {
      services: { clock: () => now },
      config: { smtpUrl: `smtp://127.0.0.1:${server.port}`, appUrl: 'https://app.example.ru' },
    });
  });
  beforeEach(async () => {
    now = new Date(now.getTime() + minutes(60));
    anna = await app.addUser('secretary', { name: 'Петрова Анна Сергеевна' });
    kim = await app.addUser('external', { name: 'Ким Дмитрий Олегович', createdById: anna.id });
  });
  afterEach(() => dropWaitingMails(app));
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
    await server.stop();
  });

  const ok = async (user: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const reply = await app.call(user, method, path, body);
    expect(reply.statusCode, `${method} ${path}: ${reply.body}`).toBeLessThan(300);
    return reply.body ? reply.json().data : undefined;
  };
  const listed = async (user: TestUser): Promise<Notice[]> => ok(user, 'GET', '/me/notices');
  /** Resolves with a person's notices, the newest first. */
  const told = async (user: TestUser) => {
    const reading = { today: '2026-11-26', zone: 'Europe/Moscow' };
    return (await listed(user)).map((each) => noticeWords(each, reading).title.replaceAll('\u00A0', ' '));
  };
  const unread = async (user: TestUser) => (await ok(user, 'GET', '/me/notices/count')).unread;
  const finish = (id: string) => ok(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
  const sign = (id: string) => ok(anna, 'POST', `/protocols/${id}/final`, {});
  async function draft(...tasks: object[]) {
    const { id } = await ok(anna, 'POST', '/protocols', { title: 'О бюджете', held_at: '2026-11-02T10:00:00+03:00' });
    const made: string[] = [];
    for (const each of tasks) {
      const body = { title: 'Смета', assignee_id: kim.id, due_at: '2026-12-01', ...each };
      made.push((await ok(anna, 'POST', `/protocols/${id}/tasks`, body)).id);
    }
    return { id: id as string, tasks: made };
  }
  /** Lets time pass until everything due has been sent. */
  const later = async () => {
    now = new Date(now.getTime() + minutes(6));
    await app.services.notices.deliver();
  };
  /** Sets the stage as an upload does when it ends. */
  const lateVideo = (id: string) =>
    app.db.update(protocols).set({ stage: 'success_video_process' }).where(eq(protocols.id, id));
  const change = (taskId = '', body: object = {}) => ok(anna, 'PUT', `/protocols/tasks/${taskId}`, body);

  test('a task is announced once when its protocol is finished, and one mail lists all tasks', async () => {
    const { id } = await draft({}, { title: 'Договор' }, { title: 'Своё', assignee_id: anna.id });
    expect(await told(kim)).toEqual([]);
    await finish(id);
    expect(await told(kim)).toEqual(['Новое поручение', 'Новое поручение']);
    expect([await told(anna), await unread(kim)]).toEqual([[], 2]);
    await app.services.notices.deliver();
    expect(server.received.filter(({ to }) => to.includes(kim.email))).toEqual([]);
    now = new Date(now.getTime() + minutes(6));
    await Promise.all([app.services.notices.deliver(), app.services.notices.deliver()]);
    const mail = await server.mail(kim.email, '2\u00A0уведомления из «Протокола»');
    expect(mail.text?.replaceAll('\u00A0', ' ')).toMatch(
      /^Здравствуйте, Ким Дмитрий Олегович!\n\nНовое поручение\.\n(Смета|Договор)\nСрок — 1 декабря/,
    );
    expect(mail.text?.match(/https:\/\/app\.example\.ru\/main\/settings\?tab=tasks/g)).toHaveLength(1);
    expect(mail.html).toContain('Открыть поручения');
    await sign(id);
    expect(await told(kim)).toHaveLength(2);
    expect(server.received.filter(({ to }) => to.includes(kim.email))).toHaveLength(1);
  });

  test('tasks of a draft cause no notice; a change of a given task notifies its assignee', async () => {
    const { id, tasks } = await draft({});
    await change(tasks[0], { due_at: '2026-12-02' });
    await finish(id);
    now = new Date(now.getTime() + minutes(6));
    await app.services.notices.deliver();
    await change(tasks[0], { due_at: '2026-12-05' });
    await change(tasks[0], { due_at: '2026-12-09', title: 'Смета на год' });
    expect(await told(kim)).toEqual(['Изменены поручение и срок: 9 декабря', 'Новое поручение']);
    expect((await listed(kim))[0]?.facts).toMatchObject({ was_due_at: expect.stringMatching(/^2026-12-02/) });
    await change(tasks[0], { due_at: '2026-12-02', title: 'Смета' });
    await change(tasks[0], { status: 'cancelled' });
    expect((await told(kim))[0]).toBe('Поручение отменено');
    now = new Date(now.getTime() + minutes(1));
    const other = await draft({});
    await finish(other.id);
    await change(other.tasks[0], { due_at: '2026-12-20' });
    expect(await told(kim), 'nobody heard of the first day').toHaveLength(3);
    expect((await listed(kim))[0]).toMatchObject({
      kind: 'task_given',
      facts: { due_at: expect.stringMatching(/^2026-12-20/) },
    });
  });

  test('a reassigned task notifies both assignees, and the first one again when it comes back', async () => {
    const orlov = await app.addUser('external', { createdById: anna.id });
    const { id, tasks } = await draft({});
    await finish(id);
    now = new Date(now.getTime() + minutes(6));
    await app.services.notices.deliver();
    await change(tasks[0], { assignee_id: orlov.id });
    expect([await told(kim), await told(orlov)]).toEqual([
      ['Поручение больше не за вами', 'Новое поручение'],
      ['Новое поручение'],
    ]);
    now = new Date(now.getTime() + minutes(1));
    await change(tasks[0], { assignee_id: kim.id });
    expect(await told(orlov), 'who had not been told needs not be told that it is gone').toEqual([]);
    expect((await told(kim))[0]).toBe('Новое поручение');
    await ok(anna, 'DELETE', `/protocols/tasks/${tasks[0]}`);
    const [newest] = await listed(kim);
    expect(newest?.is_gone, 'what it told of was removed').toBe(true);
  });

  test('a task mailed before its push counts as announced when it is reassigned', async () => {
    const [first, second] = [await draft({}), await draft({ title: 'Договор' })];
    await finish(first.id);
    const [session] = await app.db.select().from(sessions).where(eq(sessions.userId, kim.id));
    const device = { id: kim.id, userId: kim.id, sessionId: session?.id ?? '', p256dh: '', auth: '' };
    await app.db.insert(pushSubscriptions).values({ ...device, endpoint: `https://push.example.ru/${kim.id}` });
    now = new Date(now.getTime() + minutes(4));
    await finish(second.id);
    now = new Date(now.getTime() + minutes(2));
    await app.services.notices.deliver();
    const { text } = await server.mail(kim.email, '2\u00A0уведомления из «Протокола»');
    expect(text).toContain('Договор');
    await change(second.tasks[0], { assignee_id: anna.id });
    await app.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, kim.id));
    expect((await told(kim))[0]).toBe('Поручение больше не за вами');
  });

  test('a notice whose task is deleted before delivery leaves the open lists', async () => {
    const events: unknown[] = [];
    const stop = app.services.events.subscribe(kim.id, (event) => events.push(event));
    const { id, tasks } = await draft({});
    await finish(id);
    const count = () => events.filter((event) => (event as { type: string }).type === 'notices').length;
    await until(() => count() > 0 || undefined, 'the event of what was given');
    events.length = 0;
    await ok(anna, 'DELETE', `/protocols/tasks/${tasks[0]}`);
    await until(() => count() > 0 || undefined, 'the event of what was taken back');
    stop();
    expect(await told(kim)).toEqual([]);
  });

  test('a task that is done asks its assignee for nothing any more', async () => {
    const { id, tasks } = await draft({}, { title: 'Договор' }, { title: 'Отчёт' });
    await finish(id);
    await change(tasks[0], { status: 'done' });
    const titles = async () => (await listed(kim)).map(({ facts, read_at }) => [facts.title, read_at !== null]);
    expect((await titles()).sort()).toEqual([
      ['Договор', false],
      ['Отчёт', false],
    ]);
    // As if its status was written after the notices of the change were settled.
    await app.db
      .update(taskRows)
      .set({ status: 'done' })
      .where(eq(taskRows.id, tasks[1] ?? ''));
    await later();
    const mail = await server.mail(kim.email, 'Новое поручение: Отчёт');
    expect(mail.text).not.toMatch(/Смета|Договор/);
    const report = await ok(kim, 'POST', `/me/tasks/${tasks[2]}/reports`, { text: 'Готово' });
    await ok(anna, 'PUT', `/protocols/task-reports/${report.id}`, { state: 'confirmed' });
    expect(await titles()).toContainEqual(['Отчёт', true]);
  });

  test('a confirmation that is repeated after the task was reopened ends no notice of it', async () => {
    const { id, tasks } = await draft({});
    await finish(id);
    await later();
    const report = await ok(kim, 'POST', `/me/tasks/${tasks[0]}/reports`, { text: 'Готово' });
    const confirm = () => ok(anna, 'PUT', `/protocols/task-reports/${report.id}`, { state: 'confirmed' });
    await confirm();
    now = new Date(now.getTime() + minutes(1));
    await change(tasks[0], { status: 'in_progress' });
    expect((await told(kim))[0]).toBe('Поручение снова в работе');
    const before = await listed(kim);
    await confirm();
    expect(await listed(kim)).toEqual(before);
  });

  test('a done task that is reopened for another assignee is announced to each as a new one', async () => {
    const orlov = await app.addUser('external', { createdById: anna.id });
    const { id, tasks } = await draft({});
    await finish(id);
    await later();
    await change(tasks[0], { status: 'done' });
    await change(tasks[0], { assignee_id: orlov.id });
    await change(tasks[0], { status: 'new' });
    expect([await told(orlov), await told(kim)]).toEqual([['Новое поручение'], ['Новое поручение']]);
    await later();
    await change(tasks[0], { assignee_id: kim.id });
    expect(await told(kim)).toEqual(['Новое поручение', 'Новое поручение']);
  });

  test('a task that is reopened for its assignee is announced as in work again', async () => {
    const { id, tasks } = await draft({}, { title: 'Договор' });
    await finish(id);
    await change(tasks[1], { status: 'done' });
    await change(tasks[1], { status: 'new' });
    expect(await told(kim), 'nobody was told of it before').toEqual(['Новое поручение', 'Новое поручение']);
    await later();
    await change(tasks[0], { status: 'done' });
    await change(tasks[1], { status: 'cancelled' });
    await later();
    await change(tasks[0], { status: 'in_progress' });
    await change(tasks[0], { due_at: '2026-12-08' });
    expect((await told(kim))[0]).toBe('Поручение снова в работе');
    expect((await listed(kim))[0]?.facts).toMatchObject({ changes: ['reopened', 'due'] });
    await change(tasks[1], { status: 'in_progress' });
    expect((await told(kim)).filter((title) => title.endsWith('в работе'))).toHaveLength(2);
  });

  test('changes made while a late video holds a protocol are announced when it is finished again', async () => {
    const orlov = await app.addUser('external', { createdById: anna.id });
    const { id, tasks } = await draft({}, { title: 'Договор' }, { title: 'Отчёт' });
    await finish(id);
    await later();
    await lateVideo(id);
    await change(tasks[0], { due_at: '2026-12-15' });
    await change(tasks[1], { assignee_id: orlov.id });
    await finish(id);
    const first = ['Новое поручение', 'Новое поручение', 'Новое поручение'];
    expect((await told(kim)).sort()).toEqual(
      ['Изменён срок поручения: 15 декабря', 'Поручение больше не за вами', ...first].sort(),
    );
    expect(await told(orlov)).toEqual(['Новое поручение']);
  });

  test('a change in a signed protocol that a late video holds is announced at once', async () => {
    const { id, tasks } = await draft({});
    await finish(id);
    await sign(id);
    await later();
    await ok(anna, 'POST', `/protocols/${id}/final`, { reopen_reason: 'Опечатка' });
    await lateVideo(id);
    await change(tasks[0], { status: 'cancelled' });
    expect(await told(kim)).toEqual(['Поручение отменено', 'Новое поручение']);
  });

  test('a task changed in a reopened protocol is announced when the protocol is signed', async () => {
    const { id, tasks } = await draft({});
    await finish(id);
    await sign(id);
    now = new Date(now.getTime() + minutes(6));
    await app.services.notices.deliver();
    await ok(anna, 'POST', `/protocols/${id}/final`, { reopen_reason: 'Опечатка' });
    await change(tasks[0], { due_at: '2026-12-10' });
    expect(await told(kim)).toEqual(['Новое поручение']);
    await sign(id);
    expect(await told(kim)).toEqual(['Изменён срок поручения: 10 декабря', 'Новое поручение']);
  });

  test('a report notifies the secretary, its answer notifies the author', async () => {
    const { id, tasks } = await draft({});
    await finish(id);
    now = new Date(now.getTime() + minutes(1));
    const report = await ok(kim, 'POST', `/me/tasks/${tasks[0]}/reports`, { text: 'Готово' });
    const [came] = await listed(anna);
    expect(came).toMatchObject({ kind: 'report_came', protocol_id: id, facts: { by_name: 'Ким Дмитрий Олегович' } });
    await ok(anna, 'PUT', `/protocols/task-reports/${report.id}`, { state: 'returned', answer: 'Нет подписи' });
    expect(await unread(anna), 'whoever answered has seen it').toBe(0);
    expect((await listed(kim))[0]).toMatchObject({ kind: 'report_answered', facts: { answer: 'Нет подписи' } });
    await until(() => server.received.find(({ to }) => to.includes(kim.email)), 'the mail of the answer');
    const next = await ok(kim, 'POST', `/me/tasks/${tasks[0]}/reports`, { text: 'С подписью' });
    await ok(kim, 'DELETE', `/me/reports/${next.id}`);
    expect(await unread(anna), 'one that was taken back').toBe(0);
  });

  test('read marks affect only one’s own notices and count once; pages list all', async () => {
    const rows = Array.from({ length: 40 }, (_, place) => ({
      ...{ id: `${kim.id} ${place}`, userId: kim.id, kind: 'task_given' as const, key: `k${place}`, taskId: 'нет' },
      ...{ facts: { title: 'Смета' }, isListed: true, createdAt: new Date(now.getTime() - minutes(place)) },
    }));
    await app.db.insert(notices).values(rows);
    const { data, meta } = (await app.call(kim, 'GET', '/me/notices?limit=15&page=3')).json();
    expect([data.length, meta.total]).toEqual([10, 40]);
    const ids = rows.slice(0, 3).map(({ id }) => id);
    expect(await ok(anna, 'PUT', '/me/notices/read', { ids, until: now.toISOString() })).toEqual({ unread: 0 });
    expect(await unread(kim)).toBe(40);
    expect(await ok(kim, 'PUT', '/me/notices/read', { ids })).toEqual({ unread: 37 });
    expect(await ok(kim, 'PUT', '/me/notices/read', { ids })).toEqual({ unread: 37 });
    const before = new Date(now.getTime() - minutes(20)).toISOString();
    expect(await ok(kim, 'PUT', '/me/notices/read', { until: before })).toEqual({ unread: 17 });
    expect(await ok(kim, 'PUT', '/me/notices/read', { until: now.toISOString() })).toEqual({ unread: 0 });
  });

  test('mails that wait are not sent to who is blocked, or has a role without such notices', async () => {
    const [vera, admin] = [await app.addUser(), await app.addUser('admin')];
    const tell = (user: TestUser) =>
      app.services.notices.tell(
        app.db,
        [{ userId: user.id, kind: 'report_came', key: 'r', taskId: 't', facts: { title: 'Смета' } }],
        minutes(5),
      );
    await tell(vera);
    await ok(admin, 'PUT', `/users/${vera.id}`, { role: 'external' });
    await later();
    expect(await app.db.$count(mails, eq(mails.recipient, vera.email))).toBe(0);
    // The mail server is away when the mail is posted.
    const [boris, olga] = [await app.addUser(), await app.addUser()];
    server.answer = () => ({ code: 451, text: 'Try again later' });
    await tell(boris);
    await tell(olga);
    await later();
    const stateOf = async (user: TestUser) =>
      (await app.db.select().from(mails).where(eq(mails.recipient, user.email)))[0];
    for (const user of [boris, olga]) await until(async () => (await stateOf(user))?.error ?? undefined, 'a failure');
    await ok(admin, 'PUT', `/users/${boris.id}`, { is_blocked: true });
    await ok(admin, 'PUT', `/users/${olga.id}`, { role: 'manager' });
    server.answer = () => undefined;
    for (const user of [boris, olga]) {
      await untilRetried(app, async () => (await stateOf(user))?.state !== 'waiting' || undefined, 'an end');
      expect(await stateOf(user), 'nothing that failed, nor that waits').toBeUndefined();
    }
    const failures = app.errors.splice(0).map(String);
    expect(failures.filter((each) => !each.includes('451 Try again later'))).toEqual([]);
  });

  test('a setting changes only the kinds it names, and no kind that a new role adds', async () => {
    const off = (each: string) => ({ switches: [{ kind: each, channel: 'mail', is_on: false }] });
    await ok(kim, 'PUT', '/me/notice-settings', off('task_given'));
    const set = await ok(kim, 'PUT', '/me/notice-settings', off('task_overdue'));
    expect(set.mail).toEqual(['task_changed', 'task_due_3', 'task_due_1', 'report_answered']);
    await app.db.update(users).set({ role: 'secretary' }).where(eq(users.id, kim.id));
    const { token } = await app.services.auth.signIn(kim.id, 'test');
    const { mail } = await ok({ ...kim, token }, 'GET', '/me/notice-settings');
    expect(mail).toEqual([...set.mail, 'report_came', 'protocol_missing', 'work_received', 'invitation_refused']);
    await app.services.notices.tell(app.db, [
      { userId: kim.id, kind: 'protocol_missing', key: 'm', meetingId: 'm', facts: { title: 'Планёрка' } },
    ]);
    expect(await told(kim)).toEqual(['Встреча прошла, протокола нет']);
  });

  test('a person chooses the kinds and channels of notices; a blocked person gets none', async () => {
    const usual = await ok(kim, 'GET', '/me/notice-settings');
    expect(usual).toMatchObject({ quiet_from: '22:00', quiet_to: '07:00', zone: 'Europe/Moscow' });
    expect(usual.mail).not.toContain('week');
    const set = await ok(kim, 'PUT', '/me/notice-settings', {
      switches: [
        ...usual.mail.map((each: string) => ({ kind: each, channel: 'mail', is_on: false })),
        { kind: 'task_changed', channel: 'app', is_on: false },
        { kind: 'task_changed', channel: 'push', is_on: false },
        { kind: 'task_changed', channel: 'push', is_on: true },
      ],
      quiet_from: null,
      quiet_to: null,
    });
    const shown = usual.app.filter((each: string) => each !== 'task_changed');
    expect(set).toMatchObject({ mail: [], app: shown, push: usual.push, quiet_from: null });
    const both = 'Укажите и начало, и конец тихих часов';
    for (const [body, errors] of [
      // From a device that did not know that they are off.
      [{ quiet_from: '21:00' }, { quiet_to: [both] }],
      [{ quiet_to: '06:00' }, { quiet_from: [both] }],
      [{ quiet_from: '21:00', quiet_to: null }, { quiet_to: [both] }],
      [{ quiet_from: '22:00', quiet_to: '22:00' }, { quiet_to: ['Конец тихих часов должен отличаться от начала'] }],
    ] as const) {
      const refused = await app.call(kim, 'PUT', '/me/notice-settings', body);
      expect([refused.statusCode, refused.json().errors]).toEqual([422, errors]);
    }
    expect(await ok(kim, 'GET', '/me/notice-settings')).toMatchObject({ quiet_from: null, quiet_to: null });
    const wrong = await app.call(kim, 'PUT', '/me/notice-settings', { quiet_from: '25:00' });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { quiet_from: ['Укажите время, например 22:00'] }]);
    const orlov = await app.addUser('external', { createdById: anna.id, isBlocked: true });
    const { id, tasks } = await draft({}, { assignee_id: orlov.id });
    await finish(id);
    await change(tasks[0], { due_at: '2026-12-30' });
    expect(await told(kim)).toEqual(['Новое поручение']);
    now = new Date(now.getTime() + minutes(6));
    await app.services.notices.deliver();
    const addresses = server.received.flatMap(({ to }) => to);
    expect([addresses.includes(kim.email), addresses.includes(orlov.email)]).toEqual([false, false]);
  });
});
