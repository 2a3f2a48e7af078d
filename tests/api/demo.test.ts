import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stages } from '#contract/stage.ts';
import { findDemoAccounts, seedDemo } from '#server/demo/seed-demo.ts';
import { findDocument } from '#server/modules/documents/repository.ts';
import { hashPassword, verifyPassword } from '#server/modules/identity/auth/password.ts';
import { takeNextNumber } from '#server/modules/protocols/protocols/number-repository.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { refreshTaskSearch } from '#server/schema/derived/task-search.ts';
import { meetingFiles } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { uploads } from '#server/schema/video.ts';
import { attachments, tasks } from '#server/schema/work.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { databaseKinds, openTestDatabase } from './support/test-database.ts';

describe.each(databaseKinds)('the demo on %s', (kind) => {
  let database: Database;
  let storage: Storage;
  let folder: string;
  let outcomes: boolean[];
  const clock = () => new Date('2026-11-20T09:00:00Z');
  const seed = () =>
    seedDemo({ database, storage, clock, officeZone: async () => 'Europe/Moscow', password: 'protokol' });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-'));
    storage = await openStorage({ dataDir: folder });
    database = await openTestDatabase(kind);
    outcomes = await Promise.all([seed(), seed()]);
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const account = async (email: string) => {
    const [row] = await database.db.select().from(users).where(eq(users.email, email));
    if (!row) throw new Error(`Nobody has ${email}`);
    return row;
  };

  test('fills an empty database once, also when two servers start at once', async () => {
    expect(outcomes.sort()).toEqual([false, true]);
    expect(await seed()).toBe(false);
    const folders = await readdir(join(folder, 'files', 'videos'));
    expect(folders.length).toBe((await database.db.select().from(uploads)).length);
    const papers = await readdir(join(folder, 'files', 'meetings'));
    expect(papers.length).toBe(await database.db.$count(meetingFiles));
    const attached = await readdir(join(folder, 'files', 'attachments'));
    expect(attached).toEqual((await database.db.select().from(attachments)).map(({ protocolId }) => protocolId));
    expect(attached).toHaveLength(1);
    const rows = await database.db.select().from(protocols);
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect([...new Set(rows.map((row) => row.stage))].sort()).toEqual([...stages].sort());
  });

  test('everyone of the demo can sign in with its password', async () => {
    const shown = await findDemoAccounts(database.db);
    expect(shown.map(({ email, role }) => [email, role])).toEqual([
      ['admin@example.ru', 'admin'],
      ['manager@example.ru', 'manager'],
      ['secretary@example.ru', 'secretary'],
      ['external@example.ru', 'external'],
    ]);
    for (const { email } of shown)
      expect(await verifyPassword('protokol', (await account(email)).passwordHash)).toBe(true);
  });

  test('the recorded protocol has a playable file, its poster and its length', async () => {
    const [row] = await database.db.select().from(protocols).where(eq(protocols.stage, 'success_video_process'));
    const video = row?.video;
    expect(await storage.size(video?.playable_key ?? '')).toBe(video?.size);
    expect(await storage.size(video?.poster_key ?? '')).toBeGreaterThan(10_000);
    expect(video?.duration).toBeCloseTo(62.5, 0);
    const [upload] = await database.db
      .select()
      .from(uploads)
      .where(eq(uploads.id, video?.upload_id ?? ''));
    expect(upload).toMatchObject({
      state: 'assembled',
      protocolId: row?.id,
      storageKey: video?.original_key,
      totalSize: video?.size,
    });
  });

  test('every uploaded video is in the storage', async () => {
    const rows = await database.db.select().from(uploads);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const row of rows) expect(await storage.size(row.storageKey ?? '')).toBe(row.totalSize);
  });

  test('the next protocol gets the next number', async () => {
    const rows = await database.db
      .select()
      .from(protocols)
      .where(eq(protocols.numberYear, 2026))
      .orderBy(asc(protocols.heldAt));
    const last = rows.at(-1);
    const next = await takeNextNumber(database.db, { scope: last?.numberScope ?? '', year: 2026 });
    expect(Number(next)).toBe(Number(last?.number) + 1);
  });

  test('a final protocol is printed as it was signed off, also after a person is renamed', async () => {
    const secretary = await account('secretary@example.ru');
    const [edition] = await database.db
      .select({ id: finalVersions.protocolId })
      .from(finalVersions)
      .innerJoin(protocols, eq(protocols.id, finalVersions.protocolId))
      .where(eq(protocols.ownerId, secretary.id));
    if (!edition) throw new Error('No final protocol');
    await database.db.update(users).set({ name: 'Сидорова Анна Андреевна' }).where(eq(users.id, secretary.id));
    const final = (await findDocument(database.db, edition.id, secretary))?.input;
    expect(final?.secretary?.name).toBe('Петрова Анна Андреевна');
    expect(final?.members.length).toBeGreaterThan(3);
    expect(final?.agenda.length).toBeGreaterThan(0);
    const [draft] = await database.db.select().from(protocols).where(eq(protocols.stage, 'video_process'));
    expect((await findDocument(database.db, draft?.id ?? '', secretary))?.input.secretary?.name).toBe(
      'Сидорова Анна Андреевна',
    );
    const other = await account('external@example.ru');
    expect(await findDocument(database.db, edition.id, other)).toBeUndefined();
  });
});

describe.each(databaseKinds)('the demo through the API, on %s', (kind) => {
  let app: TestApp;
  const clock = () => new Date('2026-11-20T09:00:00Z');
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock } });
    await seedDemo({ ...app.services, clock, password: 'protokol' });
  });
  afterAll(() => app.close());

  const signIn = async (email: string) => {
    const [row] = await app.db.select().from(users).where(eq(users.email, email));
    const { token } = await app.services.auth.signIn(row?.id ?? '', 'test');
    return (path: string) => app.call({ token }, 'GET', path);
  };
  const data = async (reply: Promise<{ json(): { data: Record<string, unknown>[] } }>) => (await reply).json().data;

  test.each([
    ['2026-10-01', '2026-10-31'],
    ['2026-11-01', '2026-11-30'],
    ['2026-12-01', '2026-12-31'],
  ])('has meetings with people from %s to %s', async (start, end) => {
    const get = await signIn('secretary@example.ru');
    const meetings = await data(get(`/meetings?start_date_at=${start}&end_date_at=${end}`));
    expect(meetings.length).toBeGreaterThan(7);
    for (const meeting of meetings) expect((meeting.participant_ids as string[]).length).toBeGreaterThan(2);
  });

  test('has meeting files that download, for past and future meetings', async () => {
    const get = await signIn('secretary@example.ru');
    const meetings = await data(get('/meetings?start_date_at=2026-11-13&end_date_at=2026-12-31'));
    const files = meetings.flatMap((meeting) => meeting.files as { name: string; size: number; url: string }[]);
    expect([...new Set(files.map(({ name }) => name))].sort()).toEqual([
      'Повестка.txt',
      'Предложения поставщиков.csv',
      'Смета на I квартал.csv',
    ]);
    for (const { url, size } of files) {
      const reply = await app.call(null, 'GET', url.replace('/api', ''));
      expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, size]);
    }
  });

  test('has a summary with points, keywords, proposals, and tasks that are found by their assignee', async () => {
    const get = await signIn('secretary@example.ru');
    const [recorded] = await data(get('/protocols?stage=success_video_process'));
    const summary = (await get(`/protocols/${recorded?.id}/summary`)).json().data;
    expect(summary).toMatchObject({ source: 'extract', version: 1, points: expect.any(Array) });
    const members = await data(get(`/protocols/${recorded?.id}/members`));
    expect(members.map((member) => member.kind)).toEqual(expect.arrayContaining(['chairman', 'secretary', 'absent']));
    expect((await data(get('/keywords'))).length).toBe(10);
    const { segments } = (await get(`/protocols/${recorded?.id}/transcript`)).json().data;
    expect(segments.flatMap((line: { keywords: string[] }) => line.keywords)).toContain('аренда');
    expect((await data(get(`/protocols/${recorded?.id}/proposals`))).length).toBe(5);
    const found = await data(get(`/protocols/tasks?search=${encodeURIComponent('орлова бюджет аренд')}`));
    expect(found.map((task) => task.title)).toEqual(['Подготовить отчёт по аренде']);
  });

  test('leads a manager from the figure of overdue tasks to the second of a recording', async () => {
    const get = await signIn('manager@example.ru');
    const late = await data(get('/protocols/tasks?status=overdue&limit=15&page=1'));
    const said = late.find(({ evidence }) => evidence) as { protocol_id: string; evidence: { start: number } };
    expect(said?.evidence).toMatchObject({ start: 33.508, quote: expect.stringContaining('отчёт по аренде') });
    const protocol = (await get(`/protocols/${said.protocol_id}`)).json().data;
    expect(protocol.video.duration).toBeGreaterThan(said.evidence.start);
    expect(protocol.video.url).toBeTruthy();
    expect((await get(`/protocols/${said.protocol_id}/transcript`)).json().data.segments.length).toBe(12);
  });

  test('gives the external participant tasks, an open one among them', async () => {
    const get = await signIn('external@example.ru');
    const given = await data(get('/me/tasks'));
    expect(given.some(({ status }) => status === 'new' || status === 'in_progress')).toBe(true);
  });

  test.each(['o.vasilyeva', 'm.tikhonov', 'n.guseva'])(
    '%s has meetings, protocols, tasks and keywords',
    async (name) => {
      const get = await signIn(`${name}@example.ru`);
      for (const path of ['/meetings', '/protocols', '/protocols/tasks', '/keywords'])
        expect((await data(get(path))).length, path).toBeGreaterThan(0);
    },
  );

  test('its rows equal those that the server writes', async () => {
    const before = await app.db.select({ id: tasks.id, key: tasks.searchKey }).from(tasks).orderBy(asc(tasks.id));
    await refreshTaskSearch(app.db, sql`true`);
    expect(await app.db.select({ id: tasks.id, key: tasks.searchKey }).from(tasks).orderBy(asc(tasks.id))).toEqual(
      before,
    );
    const blocked = await app.db.select().from(users).where(eq(users.isBlocked, true));
    expect(blocked.map(({ role }) => role)).toEqual(['secretary']);
    const [manager] = await app.db.select().from(users).where(eq(users.role, 'manager'));
    const secretaries = await app.db.select().from(users).where(eq(users.role, 'secretary'));
    expect(secretaries.map(({ managerId }) => managerId)).toEqual(Array.from({ length: 5 }, () => manager?.id));
  });
});

describe('the public password of the demo', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('pglite');
  });
  afterAll(() => app.close());

  const email = 'admin@example.ru';
  const signIn = (password: string, headers: Record<string, string>) =>
    app.app.inject({ method: 'POST', url: '/api/login', payload: { email, password }, headers });

  test('signs in on the server’s own computer only, also where a proxy or a tunnel leads there', async () => {
    const admin = await app.addUser('admin', { email, passwordHash: await hashPassword('protokol') });
    const elsewhere: Record<string, string>[] = [
      { host: 'protokol.example.ru' },
      { host: 'localhost', 'x-forwarded-for': '8.8.8.8' },
      { host: 'localhost', 'x-forwarded-host': 'protokol.example.ru' },
      { host: 'protokol.example.ru', 'x-forwarded-host': 'localhost' },
    ];
    for (const headers of elsewhere) {
      const refused = await signIn('protokol', headers);
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        {
          message:
            'Пароль демонстрации знают все, поэтому с ним входят только на компьютере самого сервера. Смените там пароль этой учётной записи',
          code: 'forbidden',
        },
      ]);
    }
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect((await signIn('protokol', { host })).statusCode).toBe(200);
    await app.db
      .update(users)
      .set({ passwordHash: await hashPassword('свой-пароль') })
      .where(eq(users.id, admin.id));
    expect((await signIn('свой-пароль', { host: 'protokol.example.ru' })).statusCode).toBe(200);
    expect((await signIn('protokol', { host: 'protokol.example.ru' })).statusCode).toBe(401);
  });
});
