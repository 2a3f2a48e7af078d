import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noticeWords } from '#contract/notices/notice-words.ts';
import { notices } from '#server/schema/notices.ts';
import { mails, settings } from '#server/schema/service.ts';
import { longTest } from '#tests/support/long-test.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('reminders on %s', (kind) => {
  let now: Date;
  let app: TestApp;
  let anna: TestUser;
  let kim: TestUser;
  let kept: Date;
  beforeEach(async () => {
    // Half past eight in Moscow.
    now = new Date('2026-11-26T05:30:00Z');
    kept = new Date('2026-11-20T05:30:00Z');
    app = await startTestApp(kind, { services: { clock: () => now }, config: { appUrl: 'https://app.example.ru' } });
    anna = await app.addUser('secretary', { name: 'Петрова Анна Сергеевна' });
    kim = await app.addUser('external', { createdById: anna.id });
  });
  afterEach(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const ok = async (user: TestUser, method: 'POST' | 'PUT', path: string, body: object) => {
    const reply = await app.call(user, method, path, body);
    expect(reply.statusCode, `${method} ${path}: ${reply.body}`).toBeLessThan(300);
    return reply.json().data;
  };
  const remind = (at: string) => {
    now = new Date(at);
    return app.services.reminders.run();
  };
  /** Resolves with the reminders of a person, the first one first. */
  const told = async (user: TestUser) => {
    const rows = await app.db.select().from(notices).where(eq(notices.userId, user.id)).orderBy(notices.createdAt);
    const reading = (at: Date) => ({ today: at.toISOString().slice(0, 10), zone: 'Europe/Moscow' });
    return rows
      .filter(({ kind: each }) => /due|overdue|missing/.test(each))
      .map((row) => {
        const { title, name } = noticeWords(row, reading(row.createdAt));
        return `${name}: ${title}`.replaceAll('\u00A0', ' ');
      });
  };
  async function given(tasks: object[], more: object = {}, stage: 'finish' | 'no_video' = 'finish') {
    const at = now;
    now = kept;
    const { token } = await app.services.auth.signIn(anna.id, 'test');
    const secretary = { ...anna, token };
    const { id } = await ok(secretary, 'POST', '/protocols', { title: 'О бюджете', ...more });
    for (const each of tasks) await ok(secretary, 'POST', `/protocols/${id}/tasks`, { assignee_id: kim.id, ...each });
    if (stage === 'finish') await ok(secretary, 'PUT', `/protocols/${id}`, { stage });
    now = at;
    return { id: id as string, secretary };
  }

  test('come at nine in the organization, once, for each task that is nearly due or overdue', async () => {
    await given([
      { title: 'Через неделю', due_at: '2026-12-03' },
      { title: 'Через три дня', due_at: '2026-11-29' },
      { title: 'Завтра', due_at: '2026-11-27' },
      { title: 'Вчера', due_at: '2026-11-25' },
      { title: 'Сделано', due_at: '2026-11-25', status: 'done' },
      { title: 'Без срока' },
    ]);
    await given([{ title: 'Черновик', due_at: '2026-11-27' }], {}, 'no_video');
    await app.services.reminders.run();
    expect(await told(kim), 'it is not nine yet').toEqual([]);
    await remind('2026-11-26T06:00:00Z');
    const first = [
      'Вчера: Поручение просрочено на 1 день',
      'Завтра: Срок поручения — завтра, 27 ноября',
      'Через три дня: Срок поручения — через 3 дня, 29 ноября',
    ];
    expect((await told(kim)).sort()).toEqual(first);
    await remind('2026-11-26T12:00:00Z');
    await remind('2026-11-27T06:00:00Z');
    await remind('2026-11-28T06:00:00Z');
    const later = [
      ...first,
      'Завтра: Срок поручения — сегодня, 27 ноября',
      'Завтра: Поручение просрочено на 1 день',
      'Через три дня: Срок поручения — завтра, 29 ноября',
    ];
    expect((await told(kim)).sort()).toEqual(later.sort());
    const own = await app.db.select().from(mails).where(eq(mails.recipient, kim.email));
    expect(
      own.filter(({ subject }) => subject === '3\u00A0уведомления из «Протокола»'),
      'one mail in a morning',
    ).toHaveLength(1);
  });

  test('leave out a task whose assignment waits for the same mail', async () => {
    kept = new Date('2026-11-26T05:58:00Z');
    await given([{ title: 'Смета', due_at: '2026-11-27' }]);
    await remind('2026-11-26T06:00:00Z');
    now = new Date('2026-11-26T06:04:00Z');
    await app.services.notices.deliver();
    const own = await app.db.select().from(mails).where(eq(mails.recipient, kim.email));
    expect(own.map(({ subject }) => subject)).toEqual(['Новое поручение: Смета']);
    await remind('2026-11-27T06:00:00Z');
    expect(await told(kim)).toEqual(['Смета: Срок поручения — сегодня, 27 ноября']);
  });

  test('of overdue tasks come again after a week, and a day that the server missed is made up for', async () => {
    await given([{ title: 'Смета', due_at: '2026-11-25' }]);
    await remind('2026-11-28T06:00:00Z');
    for (const day of ['2026-11-29', '2026-12-02', '2026-12-03', '2026-12-09']) await remind(`${day}T06:00:00Z`);
    expect(await told(kim)).toEqual(['Смета: Поручение просрочено на 3 дня', 'Смета: Поручение просрочено на 8 дней']);
  });

  longTest('come once from two servers at once, and after an interrupted run', async () => {
    await given([{ title: 'Смета', due_at: '2026-11-27' }]);
    now = new Date('2026-11-26T06:00:00Z');
    const other = await import('#server/modules/reminders/index.ts');
    const parts = { ...app.services, officeZone: app.services.officeZone };
    let delivered = 0;
    const broken = other.createReminders({
      ...parts,
      notices: {
        ...app.services.notices,
        announce: () => Promise.reject(new Error('killed')),
        deliver: async () => {
          delivered += 1;
        },
      },
    });
    await expect(broken.run()).rejects.toThrow('killed');
    expect(delivered, 'what was due before leaves').toBe(1);
    expect(await told(kim), 'all of it or nothing').toEqual([]);
    await Promise.all([app.services.reminders.run(), other.createReminders(parts).run()]);
    expect(await told(kim)).toEqual(['Смета: Срок поручения — завтра, 27 ноября']);
  });

  longTest('follow the time zone of the organization and the settings of the body', async () => {
    await app.db.insert(settings).values({ name: 'documents', value: { time_zone: 'Asia/Vladivostok' } });
    const body = await ok(anna, 'POST', '/bodies', { name: 'Комиссия', reminders: ['overdue'] });
    await given(
      [
        { title: 'Комиссии', due_at: '2026-11-27' },
        { title: 'Её же', due_at: '2026-11-25' },
      ],
      { body_id: body.id },
    );
    await given([{ title: 'Смета', due_at: '2026-11-27' }]);
    await remind('2026-11-25T23:00:00Z');
    expect((await told(kim)).map((each) => each.split(':')[0]).sort()).toEqual(['Её же', 'Смета']);
  });

  test('while a protocol is reopened, use what was signed', async () => {
    now = new Date(Date.now() - 3_600_000);
    const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    kept = now;
    const { id, secretary } = await given([{ title: 'Смета', due_at: day(1) }], {
      held_at: '2026-01-12T10:00:00+03:00',
    });
    await ok(secretary, 'POST', `/protocols/${id}/final`, {});
    now = new Date(now.getTime() + 1000);
    const [task] = (await app.db.select().from(notices)).map(({ taskId }) => taskId);
    const worker = { ...kim, token: (await app.services.auth.signIn(kim.id, 'test')).token };
    const report = await ok(worker, 'POST', `/me/tasks/${task}/reports`, { text: 'Готово' });
    const reopened = await ok(secretary, 'POST', `/protocols/${id}/final`, { reopen_reason: 'Опечатка' });
    await ok(secretary, 'PUT', `/protocols/tasks/${reopened.tasks[0].id}`, { title: 'Тайна', due_at: day(30) });
    await ok(secretary, 'PUT', `/protocols/task-reports/${report.id}`, { state: 'returned', answer: 'Нет подписи' });
    const [answered] = (await app.db.select().from(notices)).filter(({ kind: each }) => each === 'report_answered');
    expect(answered?.facts).toMatchObject({ title: 'Смета', due_at: expect.stringContaining(day(1)) });
    now = new Date(now.getTime() + 6 * 60_000);
    await app.services.notices.deliver();
    await remind(`${day(0)}T10:00:00Z`);
    const [row] = (await app.db.select().from(notices)).filter(({ kind: each }) => each === 'task_due_1');
    expect(row).toMatchObject({
      kind: 'task_due_1',
      facts: { title: 'Смета', due_at: expect.stringContaining(day(1)) },
    });
  });

  test('a past meeting without a protocol is reported to its secretary the next morning', async () => {
    const held = (title: string, start: string, end: string) =>
      ok(anna, 'POST', '/meetings', { title, start_at: start, end_at: end });
    await held('Забытая', '2026-11-25T10:00:00Z', '2026-11-25T11:00:00Z');
    await held('Давняя', '2026-11-10T10:00:00Z', '2026-11-10T11:00:00Z');
    await held('Только что', '2026-11-26T04:00:00Z', '2026-11-26T05:00:00Z');
    const written = await held('С протоколом', '2026-11-25T10:00:00Z', '2026-11-25T11:00:00Z');
    await ok(anna, 'POST', '/protocols', { title: 'Протокол', meeting_id: written.id });
    await remind('2026-11-26T06:00:00Z');
    expect(await told(anna)).toEqual(['Забытая: Встреча прошла, протокола нет']);
    await remind('2026-11-27T06:00:00Z');
    expect(await told(anna)).toEqual([
      'Забытая: Встреча прошла, протокола нет',
      'Только что: Встреча прошла, протокола нет',
    ]);
  });

  test('a meeting that was put off after its reminder is reported again once it was held', async () => {
    const times = (day: string) => ({ start_at: `${day}T10:00:00Z`, end_at: `${day}T11:00:00Z` });
    const meeting = await ok(anna, 'POST', '/meetings', { title: 'Перенесённая', ...times('2026-11-25') });
    await remind('2026-11-26T06:00:00Z');
    const words = 'Перенесённая: Встреча прошла, протокола нет';
    expect(await told(anna)).toEqual([words]);
    anna.token = (await app.services.auth.signIn(anna.id, 'test')).token;
    await ok(anna, 'PUT', `/meetings/${meeting.id}`, times('2026-11-27'));
    await remind('2026-11-27T06:00:00Z');
    expect(await told(anna)).toEqual([words]);
    await remind('2026-11-28T06:00:00Z');
    expect(await told(anna)).toEqual([words, words]);
  });

  describe('the summary of a week', () => {
    const monday = '2026-11-30T06:00:00Z';
    const summaries = async ({ email }: TestUser) =>
      (await app.db.select().from(mails).where(eq(mails.recipient, email))).filter(({ subject }) =>
        /^Сводка/.test(subject),
      );
    const manage = async (more: object = {}) => {
      const manager = await app.addUser('manager', { name: 'Котов Илья Львович', ...more });
      const secretary = await app.addUser('secretary', { name: 'Орлова Вера Ильинична', managerId: manager.id });
      const fields = { title: 'Планёрка', start_at: '2026-11-24T07:00:00Z', end_at: '2026-11-24T08:00:00Z' };
      await ok(secretary, 'POST', '/meetings', fields);
      return { manager, secretary };
    };

    test('goes to each manager on Monday, with links for its figures, and not to those who switched it off', async () => {
      const { manager, secretary } = await manage();
      const { id } = await ok(secretary, 'POST', '/protocols', { title: 'О бюджете' });
      await ok(secretary, 'POST', `/protocols/${id}/tasks`, { title: 'Смета', due_at: '2026-11-25' });
      await ok(secretary, 'POST', `/protocols/${id}/tasks`, { title: 'Акт', due_at: '2026-11-26', status: 'done' });
      const other = (await manage()).manager;
      await ok(other, 'PUT', '/me/notice-settings', {
        switches: [{ kind: 'week', channel: 'mail', is_on: false }],
      });
      const idle = await app.addUser('manager');
      let text = '';
      const { mailer } = app.services;
      const spied = {
        ...mailer,
        postAll: async (...given: Parameters<typeof mailer.postAll>) => {
          text += given[1].map((mail) => mail.text).join();
          return mailer.postAll(...given);
        },
      };
      const { createReminders } = await import('#server/modules/reminders/index.ts');
      now = new Date(monday);
      await createReminders({ ...app.services, mailer: spied }).run();
      await app.services.reminders.run();
      expect((await summaries(manager)).map(({ subject }) => subject.replaceAll('\u00A0', ' '))).toEqual([
        'Сводка за неделю 23–29 ноября',
      ]);
      expect([await summaries(other), await summaries(idle)]).toEqual([[], []]);
      const days = `secretary=${secretary.id}&since=2026-11-23&until=2026-11-29`;
      expect(text.replaceAll('\u00A0', ' ')).toContain('Неделя 23–29 ноября у вашего секретаря.');
      expect(text.replaceAll('\u00A0', ' ')).toContain(
        [
          'Орлова В. И.',
          'Встреч: 1',
          `  https://app.example.ru/main/secretaries?view=meetings&${days}`,
          'Из них без протокола: 1',
          `  https://app.example.ru/main/secretaries?view=meetings&only=unrecorded&${days}`,
          'Итоговых протоколов: 0',
          'Поручений со сроком за эту неделю: 2',
          `  https://app.example.ru/main/secretaries?view=tasks&${days}`,
          'Из них исполнено: 1',
          `  https://app.example.ru/main/secretaries?view=tasks&status=done&${days}`,
          'Просрочено сейчас: 1',
          `  https://app.example.ru/main/secretaries?view=tasks&status=overdue&secretary=${secretary.id}`,
        ].join('\n'),
      );
    });

    test('continues after an interruption between two batches, and nobody gets it twice', async () => {
      const managers = [(await manage()).manager, (await manage()).manager];
      const more = Array.from({ length: 300 }, () => ({ id: uuidv7() }));
      await app.db.insert((await import('#server/schema/people.ts')).users).values([
        ...more.map(({ id }) => ({ id, role: 'manager' as const, email: `${id}@example.ru` })),
        ...more.map(({ id }) => ({
          id: `s${id}`,
          role: 'secretary' as const,
          email: `s${id}@example.ru`,
          managerId: id,
        })),
      ]);
      await app.db.insert((await import('#server/schema/meetings.ts')).meetings).values(
        more.map(({ id }) => ({
          ...{
            id,
            ownerId: `s${id}`,
            startAt: new Date('2026-11-24T07:00:00Z'),
            endAt: new Date('2026-11-24T08:00:00Z'),
          },
        })),
      );
      const { mailer } = app.services;
      let lots = 0;
      const killed = {
        ...mailer,
        postAll: async (...given: Parameters<typeof mailer.postAll>) => {
          const posted = await mailer.postAll(...given);
          lots += 1;
          if (lots === 2) throw new Error('killed');
          return posted;
        },
      };
      now = new Date(monday);
      const { createReminders } = await import('#server/modules/reminders/index.ts');
      await expect(createReminders({ ...app.services, mailer: killed }).run()).rejects.toThrow('killed');
      const posted = async () => (await app.db.select().from(mails)).filter(({ subject }) => /^Сводка/.test(subject));
      expect(await posted(), 'the second lot is not half there').toHaveLength(250);
      await remind('2026-12-01T06:00:00Z');
      const all = await posted();
      expect([all.length, new Set(all.map(({ recipient }) => recipient)).size]).toEqual([302, 302]);
      for (const manager of managers) expect(await summaries(manager)).toHaveLength(1);
      await remind('2026-12-01T07:00:00Z');
      expect(await posted()).toHaveLength(302);
    });
  });
});
