import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OwnTask } from '#contract/participation/participation.ts';
import type { TaskReport } from '#contract/tasks/report.ts';
import { StorageAway } from '#server/platform/storage/storage-away.ts';
import { reportFiles } from '#server/schema/reports.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { type FormPart, sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('reports on tasks, on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let kim: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser('secretary', { name: 'Петрова Анна' });
    kim = await app.addUser('external', { name: 'Ким Дмитрий', createdById: anna.id });
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const ok = async (user: TestUser, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const reply = await app.call(user, method, path, body);
    expect(reply.statusCode, `${method} ${path}: ${reply.body}`).toBeLessThan(300);
    return reply.body ? reply.json().data : undefined;
  };
  /** Adds a task for Kim in a protocol that is finished, or signed. */
  async function given(stage: 'finish' | 'final' = 'finish', more: object = {}) {
    const { id } = await ok(anna, 'POST', '/protocols', { title: 'О бюджете', held_at: '2026-03-02T10:00:00+03:00' });
    const task = await ok(anna, 'POST', `/protocols/${id}/tasks`, { title: 'Смета', assignee_id: kim.id, ...more });
    await ok(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
    if (stage === 'final') await ok(anna, 'POST', `/protocols/${id}/final`, {});
    return { protocolId: id as string, taskId: task.id as string };
  }
  const report = (taskId: string, body: object = { text: 'Готово' }, who = kim) =>
    app.call(who, 'POST', `/me/tasks/${taskId}/reports`, body);
  const reported = async (taskId: string): Promise<TaskReport> => (await report(taskId)).json().data;
  const decide = (id: string, body: object, who = anna) => app.call(who, 'PUT', `/protocols/task-reports/${id}`, body);
  const withdraw = (id: string, who = kim) => app.call(who, 'DELETE', `/me/reports/${id}`);
  const own = async (taskId: string) => {
    const rows: OwnTask[] = (await app.call(kim, 'GET', '/me/tasks?limit=100')).json().data;
    return rows.find(({ id }) => id === taskId);
  };
  const waiting = async (protocolId: string) =>
    (await app.call(anna, 'GET', `/protocols/task-reports?protocol_id=${protocolId}`)).json();
  const codeOf = (reply: { statusCode: number; json(): { code: string } }) => [reply.statusCode, reply.json().code];

  test('a report with files waits for the secretary, who can confirm it also in a signed protocol', async () => {
    const { protocolId, taskId } = await given('final');
    const parts: FormPart[] = [
      ['text', ' Смета готова '],
      ['files[]', new File(['%PDF-1.7\nсмета'], 'Смета.pdf')],
      ['files[]', new File(['а;б'], 'таблица.csv')],
    ];
    const made = await sendForm(app, kim, 'POST', `/me/tasks/${taskId}/reports`, parts);
    expect(made.statusCode, made.body).toBe(201);
    const { id, files } = made.json().data;
    expect(made.json().data).toMatchObject({ state: 'waiting', text: 'Смета готова', author_name: 'Ким Дмитрий' });
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['Смета.pdf', 'таблица.csv']);
    const file = await app.call(null, 'GET', files[0].url.replace('/api', ''));
    expect([file.statusCode, file.body]).toEqual([200, '%PDF-1.7\nсмета']);
    const path = `/task-reports/${id}/files/${files[0].id}`;
    for (const [who, status] of [
      [kim, 200],
      [anna, 200],
      [await app.addUser(), 404],
    ] as const) {
      expect((await app.call(who, 'GET', path)).statusCode).toBe(status);
    }
    const { data, meta } = await waiting(protocolId);
    expect([meta.total, data[0]]).toMatchObject([
      1,
      { id, task: { id: taskId, title: 'Смета', protocol_title: 'О бюджете' } },
    ]);
    expect((await decide(id, { state: 'confirmed', answer: 'Спасибо' })).json().data.state).toBe('confirmed');
    expect(await own(taskId)).toMatchObject({ status: 'done', reports: [{ state: 'confirmed', answer: 'Спасибо' }] });
    expect((await waiting(protocolId)).meta.total).toBe(0);
    expect((await decide(id, { state: 'confirmed' })).statusCode, 'once more').toBe(200);
    expect(codeOf(await decide(id, { state: 'returned', answer: 'Нет' }))).toEqual([409, 'report_decided']);
    expect(codeOf(await withdraw(id))).toEqual([409, 'report_decided']);
  });

  test('a returned report states why, stays readable, and can be followed by another', async () => {
    const { taskId } = await given();
    const { id } = await reported(taskId);
    expect(codeOf(await report(taskId, { text: 'Ещё раз' }))).toEqual([409, 'report_waiting']);
    expect((await decide(id, { state: 'returned', answer: ' ' })).json().errors).toEqual({
      answer: ['Напишите, что нужно исправить'],
    });
    await ok(anna, 'PUT', `/protocols/task-reports/${id}`, { state: 'returned', answer: 'Нет подписи' });
    expect((await decide(id, { state: 'returned', answer: 'Нет подписи' })).statusCode, 'once more').toBe(200);
    expect(codeOf(await decide(id, { state: 'returned', answer: 'Нет даты' }))).toEqual([409, 'report_decided']);
    expect(await own(taskId)).toMatchObject({ status: 'new', reports: [{ state: 'returned', answer: 'Нет подписи' }] });
    const again = (await report(taskId, { text: 'С подписью' })).json().data;
    const history = (await app.call(anna, 'GET', `/protocols/tasks/${taskId}/reports`)).json().data;
    expect(history.map((each: TaskReport) => [each.id, each.state])).toEqual([
      [again.id, 'waiting'],
      [id, 'returned'],
    ]);
  });

  test('a report can be withdrawn before it is answered, and a repeated request creates only one', async () => {
    const { taskId } = await given();
    const id = uuidv7();
    const [first, second] = [
      await report(taskId, { id, text: 'Готово' }),
      await report(taskId, { id, text: 'Готово' }),
    ];
    expect([first.statusCode, second.statusCode, second.json().data.id]).toEqual([201, 200, id]);
    expect(codeOf(await report((await given()).taskId, { id, text: 'Другое' }))).toEqual([409, 'id_taken']);
    expect([(await withdraw(id)).statusCode, (await withdraw(id)).statusCode]).toEqual([204, 204]);
    expect(codeOf(await decide(id, { state: 'confirmed' }))).toEqual([409, 'report_decided']);
    expect((await report(taskId)).statusCode).toBe(201);
  });

  test('a task that was cancelled, closed or reassigned takes no report, and the reply says so', async () => {
    const [cancelled, done, moved] = [await given(), await given(), await given()];
    await ok(anna, 'PUT', `/protocols/tasks/${cancelled.taskId}`, { status: 'cancelled' });
    await ok(anna, 'PUT', `/protocols/tasks/${done.taskId}`, { status: 'done' });
    await ok(anna, 'PUT', `/protocols/tasks/${moved.taskId}`, { assignee_id: anna.id });
    expect((await report(cancelled.taskId)).json()).toMatchObject({
      code: 'task_closed',
      message: expect.stringContaining('отменено'),
    });
    expect((await report(done.taskId)).json()).toMatchObject({
      code: 'task_closed',
      message: expect.stringContaining('уже отмечено'),
    });
    expect((await report(moved.taskId)).json()).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('передали другому'),
    });
  });

  test('marking the task done confirms the waiting report', async () => {
    const { protocolId, taskId } = await given();
    const { id } = await reported(taskId);
    await ok(anna, 'PUT', `/protocols/tasks/${taskId}`, { status: 'done' });
    expect((await own(taskId))?.reports).toMatchObject([{ id, state: 'confirmed' }]);
    expect((await waiting(protocolId)).meta.total).toBe(0);
    await ok(anna, 'PUT', `/protocols/tasks/${taskId}`, { status: 'in_progress' });
    expect((await waiting(protocolId)).meta.total).toBe(1);
  });

  test('a task that a later protocol carries on takes its reports along, also when the earlier is deleted', async () => {
    const first = await given();
    const { id } = await reported(first.taskId);
    const next = await given('finish', { origin_task_id: first.taskId });
    expect((await own(next.taskId))?.reports).toMatchObject([{ id, state: 'waiting' }]);
    expect(codeOf(await report(next.taskId))).toEqual([409, 'report_waiting']);
    await ok(anna, 'DELETE', `/protocols/${first.protocolId}`);
    expect((await own(next.taskId))?.reports).toMatchObject([{ id, state: 'waiting' }]);
    await ok(anna, 'PUT', `/protocols/task-reports/${id}`, { state: 'confirmed' });
    expect(await own(next.taskId)).toMatchObject({ status: 'done' });
  });

  test('whoever loses a task has no waiting report any more, and can still read the returned one', async () => {
    const orlova = await app.addUser('manager');
    const { protocolId, taskId } = await given();
    const { id } = await reported(taskId);
    await ok(anna, 'PUT', `/protocols/tasks/${taskId}`, { assignee_id: orlova.id });
    expect((await waiting(protocolId)).meta.total).toBe(0);
    const theirs = {
      is_handed_over: true,
      reports: [{ id, state: 'returned', answer: expect.stringContaining('передали') }],
    };
    expect(await own(taskId)).toMatchObject(theirs);
    expect(codeOf(await report(taskId))).toEqual([404, 'not_found']);
    const next: TaskReport = (await report(taskId, { text: 'Готово' }, orlova)).json().data;
    await ok(anna, 'PUT', `/protocols/task-reports/${next.id}`, { state: 'confirmed' });
    expect(await own(taskId)).toMatchObject(theirs);
    const open: OwnTask[] = (await app.call(kim, 'GET', '/me/tasks?limit=100&status=done')).json().data;
    expect(open.map((each) => each.id)).not.toContain(taskId);
  });

  test('whoever lost a task they reported on reads it as it was then', async () => {
    const orlova = await app.addUser('manager');
    const { protocolId, taskId } = await given('finish', { due_at: '2026-04-01', priority: 'high' });
    await reported(taskId);
    await ok(anna, 'PUT', `/protocols/tasks/${taskId}`, { assignee_id: orlova.id });
    const agenda = [{ id: uuidv7(), title: 'Смета', decisions: [{ id: uuidv7(), text: 'Уволить Кима' }] }];
    await ok(anna, 'PUT', `/protocols/${protocolId}`, { title: 'Об увольнении', agenda });
    const secret = { title: 'Проверить Кима', due_at: '2026-05-01', status: 'done' };
    await ok(anna, 'PUT', `/protocols/tasks/${taskId}`, { ...secret, decision_id: agenda[0]?.decisions[0]?.id });
    const then = { title: 'Смета', due_at: '2026-04-01T23:59:59+03:00', status: 'new', protocol_title: 'О бюджете' };
    expect(await own(taskId)).toMatchObject({ ...then, is_handed_over: true, decision: null, priority: null });
  });

  test('a report on a task that the next protocol reassigns is returned when that protocol is finished', async () => {
    const orlova = await app.addUser('manager');
    const first = await given();
    const { id } = await reported(first.taskId);
    const { id: next } = await ok(anna, 'POST', '/protocols', { title: 'Далее', held_at: '2026-03-09T10:00:00+03:00' });
    const carried = { title: 'Смета', assignee_id: orlova.id, origin_task_id: first.taskId };
    await ok(anna, 'POST', `/protocols/${next}/tasks`, carried);
    expect((await waiting(first.protocolId)).meta.total, 'a draft').toBe(1);
    await ok(anna, 'PUT', `/protocols/${next}`, { stage: 'finish' });
    expect((await waiting(first.protocolId)).meta.total).toBe(0);
    expect(codeOf(await decide(id, { state: 'confirmed' }))).toEqual([409, 'report_decided']);
    const told = { is_handed_over: true, reports: [{ id, state: 'returned' }] };
    expect(await own(first.taskId)).toMatchObject(told);
    expect(codeOf(await report(first.taskId))).toEqual([404, 'not_found']);
  });

  test('reports of others return 404; files are deleted with their task', async () => {
    const { taskId } = await given();
    const parts: FormPart[] = [
      ['text', 'Готово'],
      ['files[]', new File(['а;б'], 'т.csv')],
    ];
    const { id } = (await sendForm(app, kim, 'POST', `/me/tasks/${taskId}/reports`, parts)).json().data;
    const [boris, other] = [await app.addUser(), await app.addUser('external')];
    expect((await decide(id, { state: 'confirmed' }, boris)).statusCode).toBe(404);
    expect((await app.call(boris, 'GET', `/protocols/tasks/${taskId}/reports`)).statusCode).toBe(404);
    expect((await withdraw(id, other)).statusCode).toBe(404);
    expect((await report(taskId, { text: 'А' }, other)).statusCode).toBe(404);
    const [file] = await app.db.select().from(reportFiles).where(eq(reportFiles.reportId, id));
    await ok(anna, 'DELETE', `/protocols/tasks/${taskId}`);
    const discarded = (await app.db.select().from(discardedFiles)).map((row) => row.storageKey);
    expect(discarded).toContain(file?.storageKey);
  });

  test('the files of a withdrawn report are deleted, and repeated reports are rate-limited', async () => {
    const { taskId } = await given();
    const parts: FormPart[] = [
      ['text', 'Готово'],
      ['files[]', new File(['а;б'], 'т.csv')],
    ];
    const send = () => sendForm(app, kim, 'POST', `/me/tasks/${taskId}/reports`, parts);
    const { id } = (await send()).json().data;
    const [file] = await app.db.select().from(reportFiles).where(eq(reportFiles.reportId, id));
    await withdraw(id);
    expect((await app.db.select().from(discardedFiles)).map((row) => row.storageKey)).toContain(file?.storageKey);
    expect((await own(taskId))?.reports).toMatchObject([{ id, state: 'withdrawn', files: [] }]);
    for (let times = 1; times < 10; times += 1) await withdraw((await send()).json().data.id);
    const refused = await send();
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await report((await given()).taskId)).statusCode, 'another task').toBe(201);
  });

  test('attempts while the storage is away do not count towards the rate limit', async () => {
    const { taskId } = await given();
    const { errors } = app;
    const adopt = vi.spyOn(app.services.storage, 'adopt').mockRejectedValue(new StorageAway('away'));
    const send = () =>
      sendForm(app, kim, 'POST', `/me/tasks/${taskId}/reports`, [
        ['text', 'Готово'],
        ['files[]', new File(['а;б'], 'т.csv')],
      ]);
    for (let times = 0; times < 10; times += 1) expect((await send()).statusCode).toBe(503);
    adopt.mockRestore();
    expect((await send()).statusCode).toBe(201);
    expect(errors.splice(0).every((error) => error instanceof StorageAway)).toBe(true);
  });

  test.each([
    ['nothing said', [['text', ' ']] as FormPart[], 'text'],
    [
      'a program',
      [
        ['text', 'А'],
        ['files[]', new File(['MZ\x90'], 'счёт.pdf')],
      ] as FormPart[],
      'files',
    ],
  ])('%s is refused in words', async (_, parts, field) => {
    const { taskId } = await given();
    const reply = await sendForm(app, kim, 'POST', `/me/tasks/${taskId}/reports`, parts);
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]]);
    expect((await own(taskId))?.reports).toEqual([]);
  });
});
