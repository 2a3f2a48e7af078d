import { and, eq, isNull } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveWork } from '#server/modules/handover/repository.ts';
import { changeSince, findSpeech } from '#server/modules/insights/analysis/transcript-repository.ts';
import { prolongSeries } from '#server/modules/meetings/index.ts';
import { takeTurn, writeStep } from '#server/modules/recordings/processing/repository.ts';
import type { Db } from '#server/platform/db/index.ts';
import { bodies } from '#server/schema/bodies.ts';
import { meetingSeries, meetings } from '#server/schema/meetings.ts';
import { notices } from '#server/schema/notices.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import { uploads } from '#server/schema/video.ts';
import { tasks } from '#server/schema/work.ts';
import { attachmentForm, newSeries } from '#tests/support/call-examples.ts';
import { until } from '#tests/support/processes.ts';
import { type FormPart, sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { callBeside, hold, waitingSessions } from './support/waiting-sessions.ts';

// Tests the possessions of a person who is no longer a secretary.
let app: TestApp;
const now = new Date('2026-11-23T09:00:00Z');
beforeAll(async () => {
  app = await startTestApp('postgres', { services: { clock: () => now } });
});
afterAll(() => app.close());

const addFile = async (user: TestUser, path: string, parts: FormPart[]) => {
  const reply = await sendForm(app, user, 'POST', path, parts);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data;
};

test('a former secretary gets 404 for former files, and former meetings leave their calendar', async () => {
  const [admin, anna, boris] = [await app.addUser('admin'), await app.addUser(), await app.addUser()];
  const times = { start_at: '2026-11-26T07:00:00Z', end_at: '2026-11-26T08:00:00Z' };
  const file = new File(['%PDF-1.7'], 'Смета.pdf');
  const kept = await addFile(anna, '/meetings', [['title', 'Закрытое'], ...Object.entries(times), ['files[]', file]]);
  const invited = { title: 'Открытое', ...times, participant_ids: [anna.id] };
  expect((await app.call(boris, 'POST', '/meetings', invited)).statusCode).toBe(201);
  const protocol = (await app.call(anna, 'POST', '/protocols', { title: 'О бюджете' })).json().data;
  const attachment = await addFile(anna, `/protocols/${protocol.id}/attachments`, [...attachmentForm().entries()]);
  const url = new URL((await app.call(anna, 'POST', '/me/calendar')).json().data.url);
  const calendar = async () => (await app.app.inject(url.pathname)).body;
  const paths = [`/meetings/${kept.id}/files/${kept.files[0].id}`, `/protocols/attachments/${attachment.id}/file`];
  for (const path of paths) expect((await app.call(anna, 'GET', path)).statusCode, path).toBe(200);
  expect(await calendar()).toContain('Закрытое');

  expect((await app.call(admin, 'PUT', `/users/${anna.id}`, { role: 'external' })).statusCode).toBe(200);
  const { token } = await app.services.auth.signIn(anna.id, 'test');
  for (const path of paths) expect((await app.call({ token }, 'GET', path)).statusCode, path).toBe(404);
  const left = await calendar();
  expect([left.includes('Закрытое'), left.includes('Открытое')]).toEqual([false, true]);
});

test('a former secretary gets no notices of reports', async () => {
  const [admin, anna, kim] = [await app.addUser('admin'), await app.addUser(), await app.addUser('external')];
  const protocol = (await app.call(anna, 'POST', '/protocols', { title: 'О бюджете' })).json().data;
  const made = await app.call(anna, 'POST', `/protocols/${protocol.id}/tasks`, { title: 'Смета', assignee_id: kim.id });
  const { id } = made.json().data;
  await app.db.update(protocols).set({ stage: 'finish' }).where(eq(protocols.id, protocol.id));
  const report = uuidv7();
  const told = () => app.db.$count(notices, and(eq(notices.userId, anna.id), eq(notices.kind, 'report_came')));
  const first = await app.call(kim, 'POST', `/me/tasks/${id}/reports`, { id: report, text: 'Готово' });
  expect([first.statusCode, await told()]).toEqual([201, 1]);
  expect((await app.call(kim, 'DELETE', `/me/reports/${report}`)).statusCode).toBe(204);
  await app.db.delete(notices).where(eq(notices.userId, anna.id));
  expect((await app.call(admin, 'PUT', `/users/${anna.id}`, { role: 'external' })).statusCode).toBe(200);
  const next = await app.call(kim, 'POST', `/me/tasks/${id}/reports`, { text: 'Теперь готово' });
  expect([next.statusCode, await told()]).toEqual([201, 0]);
});

test('blocked and former owners’ series are not prolonged', async () => {
  const [anna, boris, vera] = [await app.addUser(), await app.addUser(), await app.addUser()];
  const { plan } = newSeries();
  for (const owner of [anna, boris, vera]) {
    const body = { ...newSeries(), plan: { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU', first: '2026-11-24' } };
    expect((await app.call(owner, 'POST', '/meeting-series', body)).statusCode).toBe(201);
  }
  const count = ({ id }: TestUser) => app.db.$count(meetings, eq(meetings.ownerId, id));
  const before = await count(anna);
  await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, anna.id));
  await app.db.update(users).set({ role: 'external' }).where(eq(users.id, boris.id));
  await prolongSeries(app.db, new Date('2027-03-01T09:00:00Z'), (error) => {
    throw error;
  });
  expect([await count(anna), await count(boris)]).toEqual([before, before]);
  expect(await count(vera)).toBeGreaterThan(before);
});

describe('a handover', () => {
  const subtitles = new File(['WEBVTT\n\n00:05.000 --> 00:09.000\nСмету утвердили\n'], 'запись.vtt');
  const times = { start_at: '2027-03-04T07:00:00Z', end_at: '2027-03-04T08:00:00Z' };
  const create = async (user: TestUser, path: string, body: object) => {
    const reply = await app.call(user, 'POST', path, body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };
  const read = async (user: TestUser, path: string) => (await app.call(user, 'GET', path)).json();
  const handOver = (admin: TestUser, { id }: { id: string }, to: { id: string }) =>
    app.call(admin, 'POST', `/users/${id}/handover`, { to: to.id });

  /** Adds a secretary who has one of everything. */
  async function addBusy() {
    const anna = await app.addUser();
    const body = await create(anna, '/bodies', { name: 'Бюджетная комиссия' });
    const meeting = await create(anna, '/meetings', { title: 'Планёрка', ...times });
    const series = await create(anna, '/meeting-series', newSeries());
    const agenda = [{ id: uuidv7(), title: 'Закупка', decisions: [{ id: uuidv7(), text: 'Закупить кресла' }] }];
    const protocol = await create(anna, '/protocols', { title: 'О смете', agenda, meeting_id: meeting.id });
    const numbered = await create(anna, '/protocols', { title: 'С номером', number: '7' });
    const task = await create(anna, `/protocols/${protocol.id}/tasks`, { title: 'Сверить счета' });
    const external = await create(anna, '/users', { email: `${uuidv7()}@example.ru`, role: 'external', name: 'Гость' });
    for (const name of ['поручить', 'смета']) await create(anna, '/keywords', { name });
    const spoken = await sendForm(app, anna, 'PUT', `/protocols/${protocol.id}/transcript`, [['subtitles', subtitles]]);
    expect(spoken.statusCode, spoken.body).toBe(200);
    return { anna, body, meeting, series, protocol, numbered, task, external };
  }
  const sendChunk = (user: TestUser, { id }: { id: string }, upload: string, index = 0) =>
    sendForm(app, user, 'POST', `/protocols/${id}/upload-chunks`, [
      ['upload_id', upload],
      ['total_chunks', '3'],
      ['chunk_index', String(index)],
      ['video', new File([new Uint8Array(1024)], 'запись.mp4')],
    ]);
  const beside = <T>(call: () => Promise<T>, held: (tx: Db) => Promise<unknown>, then?: (tx: Db) => Promise<unknown>) =>
    callBeside(app.db, call, held, then);
  type Lockable = Parameters<typeof hold>[1];
  const counts = { protocols: 2, tasks: 1, open_tasks: 1, meetings: 4, series: 1, bodies: 1, externals: 1 };
  const nothing = { protocols: 0, tasks: 0, open_tasks: 0, meetings: 0, series: 0, bodies: 0, externals: 0 };

  test('moves everything: the other secretary reads, finds, writes and is notified, the former one no longer', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna, body, meeting, protocol, task, external } = await addBusy();
    await create(vera, '/keywords', { name: 'поручили' });
    expect((await read(admin, `/users/${anna.id}/work`)).data).toEqual(counts);
    const told: [string, string][] = [];
    const ends = [anna, vera].map(({ id }) => app.services.events.subscribe(id, ({ type }) => told.push([id, type])));

    const reply = await handOver(admin, anna, vera);
    for (const end of ends) end();
    expect([reply.statusCode, reply.json().data]).toEqual([200, counts]);
    expect(told).toEqual(expect.arrayContaining([anna, vera].map(({ id }) => [id, 'resync'])));
    expect((await read(admin, `/users/${anna.id}/work`)).data).toEqual(nothing);
    const facts = { by_name: 'Петрова Анна Сергеевна', protocols: 2, open_tasks: 1, meetings: 4 };
    const notice = { kind: 'work_received', is_gone: false, facts: expect.objectContaining(facts) };
    expect((await read(vera, '/me/notices?limit=15&page=1')).data).toEqual([expect.objectContaining(notice)]);
    // Nothing is left for a second call to hand over.
    expect((await handOver(admin, anna, vera)).json().data).toEqual(nothing);
    expect(await app.db.$count(notices, eq(notices.userId, vera.id))).toBe(1);

    const paths = [`/bodies/${body.id}`, `/protocols/${protocol.id}`, `/protocols/${protocol.id}/transcript`];
    for (const path of paths) {
      const [own, others] = [await app.call(vera, 'GET', path), await app.call(anna, 'GET', path)];
      expect([own.statusCode, others.statusCode], path).toEqual([200, 404]);
    }
    const writes: [string, object][] = [
      [`/protocols/${protocol.id}`, { title: 'О смете на год' }],
      [`/protocols/tasks/${task.id}`, { status: 'done' }],
      [`/meetings/${meeting.id}`, { title: 'Совещание', ...times }],
      [`/users/${external.id}`, { position: 'Инженер' }],
    ];
    for (const [path, change] of writes) {
      const [others, own] = [await app.call(anna, 'PUT', path, change), await app.call(vera, 'PUT', path, change)];
      expect([others.statusCode, own.statusCode], `${path} ${own.body}`).toEqual([404, 200]);
    }
    for (const words of ['утвердить смета', 'решили закупить']) {
      const path = `/protocols?limit=15&page=1&search=${encodeURIComponent(words.replace('решили ', ''))}`;
      expect([(await read(vera, path)).meta.total, (await read(anna, path)).meta.total], words).toEqual([1, 0]);
    }
    const decided = `/search?search=${encodeURIComponent('кресло')}`;
    expect(JSON.stringify(await read(vera, decided))).toContain(protocol.id);
    expect(JSON.stringify(await read(anna, decided))).not.toContain(protocol.id);
    for (const [user, total] of [[vera, 2] as const, [anna, 0] as const])
      expect((await read(user, '/protocols?limit=15&page=1')).meta.total).toBe(total);
    // A keyword that the other secretary has in another form stays.
    expect((await read(vera, '/keywords')).data.map(({ name }: { name: string }) => name)).toEqual([
      'поручили',
      'смета',
    ]);
  });

  test('leaves the former secretary no answer to an earlier write', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna, protocol } = await addBusy();
    const edit = () =>
      app.call(anna, 'PUT', `/protocols/${protocol.id}`, { place: 'Зал' }, { 'idempotency-key': 'edit' });
    const profile = () => app.call(anna, 'PUT', '/me', { position: 'Секретарь' }, { 'idempotency-key': 'profile' });
    expect([(await edit()).statusCode, (await profile()).statusCode]).toEqual([200, 200]);
    await handOver(admin, anna, vera);
    expect([(await edit()).statusCode, (await profile()).statusCode]).toEqual([404, 200]);
  });

  test('moves numbers: a given one stays unique, the next comes from the new secretary’s sequence', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna, protocol, numbered } = await addBusy();
    await create(vera, '/protocols', { title: 'Свой', number: '9' });
    expect((await handOver(admin, anna, vera)).statusCode).toBe(200);
    const change = (id: string, number: string | null) => app.call(vera, 'PUT', `/protocols/${id}`, { number });
    expect((await change(protocol.id, '9')).statusCode).toBe(409);
    expect((await change(protocol.id, '8')).statusCode).toBe(200);
    // Without its number the protocol no longer belongs to the former series.
    expect((await change(numbered.id, null)).statusCode).toBe(200);
    expect((await change(numbered.id, '9')).statusCode).toBe(409);
    const left = { number: null, numberScope: `owner:${anna.id}` };
    await app.db.update(protocols).set(left).where(eq(protocols.id, numbered.id));
    const boris = await app.addUser();
    expect((await handOver(admin, vera, boris)).statusCode).toBe(200);
    const [row] = await app.db.select().from(protocols).where(eq(protocols.id, numbered.id));
    expect(row?.numberScope).toBe(`owner:${boris.id}`);
  });

  test('lets the new secretary upload anew; the old upload resumes when the work is handed back', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna, protocol } = await addBusy();
    const chunk = (user: TestUser, upload: string, index = 0) => sendChunk(user, protocol, upload, index);
    const [hers, other] = [uuidv7(), uuidv7()];
    expect((await chunk(anna, hers)).statusCode).toBe(200);
    expect((await handOver(admin, anna, vera)).statusCode).toBe(200);
    expect((await chunk(anna, hers, 1)).statusCode).toBe(404);
    expect((await chunk(vera, other)).statusCode).toBe(200);
    expect(
      (await app.call(vera, 'DELETE', `/protocols/${protocol.id}/upload-chunks?upload_id=${other}`)).statusCode,
    ).toBe(204);
    expect((await handOver(admin, vera, anna)).statusCode).toBe(200);
    expect((await chunk(anna, hers, 1)).json().data).toMatchObject({ upload_id: hers, received: 2 });
  });

  test('ends an upload of the former secretary that begins or goes on meanwhile', async () => {
    const vera = await app.addUser();
    const { anna, protocol } = await addBusy();
    const paused = uuidv7();
    expect((await sendChunk(anna, protocol, paused)).statusCode).toBe(200);
    const handOverBeside = (call: () => Promise<{ statusCode: number }>, [from, to]: [TestUser, TestUser]) =>
      beside(call, (tx) => moveWork(tx, { from: from.id, to: to.id }, now));
    const countOpen = () =>
      app.db.$count(uploads, and(eq(uploads.protocolId, protocol.id), isNull(uploads.suspendedAt)));
    await app.db.update(uploads).set({ suspendedAt: now }).where(eq(uploads.id, paused));
    expect((await handOverBeside(() => sendChunk(anna, protocol, paused, 1), [anna, vera])).statusCode).toBe(404);
    expect(await countOpen(), 'a paused one that goes on').toBe(0);
    expect((await handOverBeside(() => sendChunk(vera, protocol, uuidv7()), [vera, anna])).statusCode).toBe(404);
    expect(await countOpen(), 'one that begins').toBe(0);
  });

  test('lets the new secretary finish and sign despite an incomplete upload', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna, protocol } = await addBusy();
    expect((await sendChunk(anna, protocol, uuidv7())).statusCode).toBe(200);
    expect((await app.call(anna, 'PUT', `/protocols/${protocol.id}`, { stage: 'finish' })).statusCode).toBe(409);
    expect((await handOver(admin, anna, vera)).statusCode).toBe(200);
    const finished = await app.call(vera, 'PUT', `/protocols/${protocol.id}`, { stage: 'finish' });
    expect(finished.statusCode, finished.body).toBe(200);
    const final = await app.call(vera, 'POST', `/protocols/${protocol.id}/final`, { before_meeting: true });
    expect(final.statusCode, final.body).toBe(200);
  });

  test('waits for concurrent writes of the former secretary and moves them too', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna, protocol, task } = await addBusy();
    const late = uuidv7();
    const handed = await beside(
      () => handOver(admin, anna, vera),
      async (tx) => [await hold(tx, protocols, protocol.id), await hold(tx, tasks, task.id)],
      async (tx) => {
        await tx.update(tasks).set({ status: 'done' }).where(eq(tasks.id, task.id));
        await tx.insert(tasks).values({ id: late, protocolId: protocol.id, ownerId: anna.id });
      },
    );
    expect(handed.json().data).toMatchObject({ tasks: 2, open_tasks: 1 });
    for (const [user, total] of [[vera, 2] as const, [anna, 0] as const]) {
      expect(await app.db.$count(tasks, eq(tasks.ownerId, user.id))).toBe(total);
      expect((await read(user, '/protocols/tasks?limit=15&page=1')).meta.total).toBe(total);
    }
  });

  test('does not deadlock with a change that locks a body, series, meeting or person first', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna, body, meeting, series, external, protocol, task } = await addBusy();
    const first: [string, Lockable, string][] = [
      ['a body', bodies, body.id],
      ['a series', meetingSeries, series.id],
      ['a meeting', meetings, meeting.id],
      ['an external participant', users, external.id],
    ];
    let [from, to] = [anna, vera];
    for (const [name, table, id] of first) {
      const handed = await beside(
        () => handOver(admin, from, to),
        (tx) => hold(tx, table, id),
        async (tx) => [await hold(tx, protocols, protocol.id), await hold(tx, tasks, task.id)],
      );
      expect(handed.statusCode, `${name}: ${handed.body}`).toBe(200);
      [from, to] = [to, from];
    }
  });

  test('is retried after a deadlock with another write', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna, protocol } = await addBusy();
    const upload = uuidv7();
    expect((await sendChunk(anna, protocol, upload)).statusCode).toBe(200);
    // Locks are taken in the opposite order. PostgreSQL may abort that transaction instead.
    const handed = await beside(
      () => handOver(admin, anna, vera),
      (tx) => hold(tx, uploads, upload),
      (tx) => hold(tx, protocols, protocol.id).catch(() => undefined),
    );
    expect(handed.statusCode, handed.body).toBe(200);
    expect(handed.json().data).toEqual(counts);
  });

  test('lets a concurrent report on a task be made and withdrawn', async () => {
    const [vera, kim] = [await app.addUser(), await app.addUser('external')];
    const { anna, protocol, task } = await addBusy();
    await app.db.update(tasks).set({ assigneeId: kim.id }).where(eq(tasks.id, task.id));
    await app.db.update(protocols).set({ stage: 'finish' }).where(eq(protocols.id, protocol.id));
    const id = uuidv7();
    let [from, to] = [anna, vera];
    const calls = [
      () => app.call(kim, 'POST', `/me/tasks/${task.id}/reports`, { id, text: 'Готово' }),
      () => app.call(kim, 'DELETE', `/me/reports/${id}`),
    ];
    for (const call of calls) {
      const held = (tx: Db) => moveWork(tx, { from: from.id, to: to.id }, now);
      const reply = await beside(call, held);
      expect(reply.statusCode, reply.body).toBeLessThan(300);
      [from, to] = [to, from];
    }
  });

  test('marks the new secretary’s keywords in received transcripts, also during a search for them', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const [first, second] = [await addBusy(), await addBusy()];
    await create(vera, '/keywords', { name: 'утвердить' });
    const own = await create(vera, '/protocols', { title: 'Своё' });
    const spoken = await sendForm(app, vera, 'PUT', `/protocols/${own.id}/transcript`, [['subtitles', subtitles]]);
    expect(spoken.statusCode, spoken.body).toBe(200);
    const found = ({ id }: { id: string }) =>
      until(async () => {
        const { segments } = (await read(vera, `/protocols/${id}/transcript`)).data;
        return segments[0].keywords.includes('утвердить') || undefined;
      }, 'the keyword is found');
    await found(own);
    const before = await findSpeech(app.db, second.protocol.id);
    await app.db.transaction(async (tx) => {
      await hold(tx, protocols, own.id);
      expect((await handOver(admin, first.anna, vera)).statusCode).toBe(200);
      await until(
        async () => (await waitingSessions(app.db)) || undefined,
        'the search has listed the protocols, and waits for one',
      );
      expect((await handOver(admin, second.anna, vera)).statusCode).toBe(200);
    });
    await found(second.protocol);
    // Keyword hits that were found for the former owner are no longer stored.
    expect(before && (await changeSince(app.db, second.protocol.id, before))).toBe('transcripts');
  });

  test('makes a running processing report its progress to the new secretary', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna, protocol } = await addBusy();
    const part = uuidv7();
    const recording = (upload_id: string) => ({
      video: { upload_id, name: 'x.mp4', size: 1, type: '', original_key: '' },
      processing: [{ step: 'probe', state: 'running' } as const],
    });
    const running = { stage: 'video_process', ...recording('first') } as const;
    await app.db.update(protocols).set(running).where(eq(protocols.id, protocol.id));
    const row = { id: part, protocolId: protocol.id, position: 1, stage: 'video_process', ...recording(part) } as const;
    await app.db.insert(recordingParts).values(row);
    for (const uploadId of ['first', part]) {
      const isPart = uploadId === part;
      const turn = { protocolId: protocol.id, uploadId, isPart, run: 0, lane: 'video', turn: 'mine' } as const;
      expect((await takeTurn(app.db, turn))?.ownerId).toBe(isPart ? vera.id : anna.id);
      if (!isPart) await handOver(admin, anna, vera);
      expect((await writeStep(app.db, turn, { step: 'probe', state: 'done' }))?.ownerId).toBe(vera.id);
    }
  });

  test('is possible only to another secretary who can sign in', async () => {
    const [admin, anna] = [await app.addUser('admin'), await app.addUser()];
    const nobodies = [
      anna,
      await app.addUser('manager'),
      await app.addUser('external'),
      await app.addUser('secretary', { isBlocked: true }),
      { id: 'no-such-id' },
    ];
    for (const to of nobodies) {
      const reply = await handOver(admin, anna, to);
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['to']]);
    }
    expect((await handOver(admin, { id: 'no-such-id' }, anna)).statusCode).toBe(404);
  });

  test('is refused when the new secretary would have more than 100 bodies, and nothing moves', async () => {
    const [admin, vera] = [await app.addUser('admin'), await app.addUser()];
    const { anna } = await addBusy();
    const many = Array.from({ length: 100 }, () => ({
      id: uuidv7(),
      ownerId: vera.id,
      name: 'Совет',
      nameKey: 'совет',
    }));
    await app.db.insert(bodies).values(many);
    const reply = await handOver(admin, anna, vera);
    expect([reply.statusCode, reply.json().errors.to]).toEqual([422, [expect.stringContaining('больше 100')]]);
    expect((await read(admin, `/users/${anna.id}/work`)).data).toEqual(counts);
  });
});
