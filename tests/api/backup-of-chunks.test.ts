import { once } from 'node:events';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { raiseVersions, removeUnsentNotices } from '#server/backup/restored-repository.ts';
import { askForSnapshot, openSnapshotSocket } from '#server/backup/snapshot-socket.ts';
import { rejectUnfinishedRestore } from '#server/backup/unfinished-restore.ts';
import { readConfig } from '#server/config/read-config.ts';
import { type EmbeddedConnection, isFolderTaken } from '#server/platform/db/index.ts';
import { createJobs } from '#server/platform/jobs/index.ts';
import { discardFiles, holdRemovals, openStorage, sweepDiscardedFiles } from '#server/platform/storage/index.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { bothDatabases, openTestDatabase } from './support/test-database.ts';

let folder: string;
let objects: Awaited<ReturnType<typeof startObjectStorage>>;
beforeEach(async () => {
  [folder, objects] = await Promise.all([mkdtemp(join(tmpdir(), 'protokol-chunks-')), startObjectStorage()]);
  await mkdir(join(folder, 'data', 'db'), { recursive: true });
  await writeFile(join(folder, 'data', 'db', 'PG_VERSION'), '17');
});
const configOf = (name: string, more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: join(folder, name), NODE_ENV: 'test', ...more });
const moment = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));

afterEach(async () => {
  vi.restoreAllMocks();
  await objects.close();
  await rm(folder, { recursive: true });
});

test('chunks assembled while they are being copied are left out, and the backup does not start over', async () => {
  for (const key of ['uploads/place/0-here', 'uploads/place/1-gone', 'videos/u/original'])
    objects.objects.set(`/bucket/folder/${key}`, Buffer.from(key));
  // The object is there when files are listed, and gone when it is read.
  const { get } = objects.objects;
  let asked = 0;
  vi.spyOn(objects.objects, 'get').mockImplementation((key) => {
    if (key.endsWith('1-gone')) asked += 1;
    if (asked > 1) objects.objects.delete('/bucket/folder/uploads/place/1-gone');
    return get.call(objects.objects, key);
  });
  const { manifest } = await makeBackup(
    configOf('data', { STORAGE_URL: objects.url }),
    join(folder, 'backups'),
    new Date(),
  );
  expect(manifest.files.map(({ key }) => key).sort()).toEqual(['uploads/place/0-here', 'videos/u/original']);
  expect(asked).toBe(2);
});

test('a backup that starts over since a file is gone does not read again what it has copied', async () => {
  const [kept, young, gone] = ['kept', 'young', 'gone'].map((id) => `/bucket/folder/videos/${id}/original`);
  for (const key of [kept, young, gone]) objects.objects.set(String(key), Buffer.from(String(key)));
  for (const key of [kept, gone]) objects.written.set(String(key), moment(-60));
  const read: string[] = [];
  objects.meet(({ call, key }) => {
    if (call !== 'GET object' || !key.startsWith('/bucket/folder/videos/')) return;
    read.push(key);
    if (key === gone) objects.objects.delete(key);
  });
  const config = configOf('data', { STORAGE_URL: objects.url });
  const { manifest, copiedFiles } = await makeBackup(config, join(folder, 'backups'), moment(1));
  expect(manifest.files.map(({ key }) => key).sort()).toEqual(['videos/kept/original', 'videos/young/original']);
  expect(copiedFiles).toBe(2);
  // One that was written as the backup began may have been written again within the same second.
  expect(read).toEqual([kept, young, gone, young]);
});

test('an upload that completes while files are copied is in the backup as it was at the start', async () => {
  const data = join(folder, 'data');
  const part = join(data, 'uploads/u.part');
  await mkdir(join(data, 'uploads'));
  await writeFile(part, 'девять десятых');
  const storage = await openStorage(configOf('data'));
  await storage.put('videos/a/original', Buffer.from('первая'));
  await mkdir(join(data, 'files/videos/u'));
  // The place is asked for each file that it gets.
  objects.meet(({ key }) => {
    if (key.includes('/files/videos/a/') && existsSync(part)) renameSync(part, join(data, 'files/videos/u/original'));
    return undefined;
  });
  const { manifest } = await makeBackup(configOf('data'), objects.url, moment(1));
  expect(existsSync(part)).toBe(false);
  expect(manifest.local.map(({ key }) => key)).toEqual(['uploads/u.part']);
  // A lock on a removed file would keep nobody out.
  expect(readdirSync(join(data, 'backup-work'))).toEqual(['data.lock']);
});

test('with several servers chunks are copied first, so an upload that completes meanwhile is not lost', async () => {
  objects.objects.set('/bucket/folder/videos/a/original', Buffer.from('первая'));
  objects.objects.set('/bucket/folder/uploads/place/0-here', Buffer.from('девять десятых'));
  objects.meet(({ call, key }) => {
    if (call === 'GET object' && key.endsWith('/a/original')) {
      objects.objects.set('/bucket/folder/videos/u/original', Buffer.from('запись'));
      objects.objects.delete('/bucket/folder/uploads/place/0-here');
    }
    return undefined;
  });
  const config = configOf('data', { STORAGE_URL: objects.url });
  const { manifest } = await makeBackup(config, join(folder, 'backups'), moment(1));
  expect(manifest.files.map(({ key }) => key)).toContain('uploads/place/0-here');
});

test.each(bothDatabases)('no file is removed from the storage while a backup is made, on %s', async (kind) => {
  const database = await openTestDatabase(kind);
  const config = { ...configOf('data'), databaseUrl: database.kind === 'postgres' ? database.url : undefined };
  // With PostgreSQL the server is on another machine.
  const dataDir = kind === 'postgres' ? join(folder, 'elsewhere') : config.dataDir;
  const storage = await openStorage(config);
  await storage.put('videos/a/original', Buffer.from('удалена'));
  await discardFiles(database.db, ['videos/a/original'], moment(1));
  const sweep = async () => {
    await sweepDiscardedFiles(database.db, storage, moment(2), dataDir);
    return storage.size('videos/a/original');
  };
  const hold = await holdRemovals(config);
  expect([await hold.isStill(), await sweep()]).toEqual([true, 14]);
  await hold.release();
  expect(await sweep()).toBeUndefined();
  await database.close();
});

test('a backup blocks the removal of files for as long as it runs', async () => {
  const seen: boolean[] = [];
  objects.meet(() => void seen.push(isFolderTaken(join(folder, 'data/backup-work'))));
  await makeBackup(configOf('data'), objects.url, moment(1));
  expect(new Set(seen)).toEqual(new Set([true]));
});

test.each([
  ['s3', ''],
  ['s3', '/backups'],
  ['data/files', ''],
  ['data/files', '/backups'],
  ['data/uploads', '/backups'],
  ['data', ''],
  ['link', '/backups'],
])('no backup is made into the storage that it copies: %s%s', async (place, below) => {
  const config = configOf('data', place === 's3' ? { STORAGE_URL: objects.url } : {});
  await (await openStorage(configOf('data'))).put('videos/a/original', Buffer.from('запись'));
  await symlink(join(folder, 'data/files'), join(folder, 'link'));
  const to = place === 's3' ? objects.url.replace('/folder', `/folder${below}`) : join(folder, place, below);
  await expect(makeBackup(config, to, moment(1))).rejects.toThrow('Копии нельзя складывать туда');
});

test('a backup into another folder of the same bucket is made, without foreign objects', async () => {
  for (const key of ['videos/u/original', 'videos/', 'Отчёт за май.xlsx'])
    objects.objects.set(`/bucket/folder/${key}`, Buffer.from(key));
  const config = configOf('data', { STORAGE_URL: objects.url });
  const { manifest } = await makeBackup(config, objects.url.replace('/folder', '/folder-of-backups'), moment(1));
  expect(manifest.files.map(({ key }) => key)).toEqual(['videos/u/original']);
});

test.each(bothDatabases)('a copy sends no notice or mail that was pending in the original, on %s', async (kind) => {
  const database = await openTestDatabase(kind);
  const { db } = database;
  await removeUnsentNotices(db);
  const jobs = createJobs(database, () => undefined, { takesJobs: false });
  for (const queue of ['send-reset-link', 'process-video']) jobs.handle(queue, async () => undefined);
  await jobs.start();
  for (const queue of ['send-reset-link', 'process-video']) await jobs.send(queue, 'one', {});
  await db.execute(sql`insert into users (id, email, role, name) values ('kim', 'kim@example.ru', 'manager', 'Ким')`);
  await db.execute(sql`insert into notices (id, user_id, kind, key, facts, is_listed, mail_due, push_due)
    values ('n', 'kim', 'task_given', 'k', '{}', true, now(), now())`);
  await removeUnsentNotices(db);
  const rowsOf = async (query: SQL) => ((await db.execute(query)) as unknown as { rows: unknown[] }).rows;
  expect(await rowsOf(sql`select mail_due, push_due from notices`)).toEqual([{ mail_due: null, push_due: null }]);
  expect(await rowsOf(sql`select name from jobs.job where name in ('send-reset-link', 'process-video')`)).toEqual([
    { name: 'process-video' },
  ]);
  await jobs.stop();
  await database.close();
});

test('the server starts and warns when the backup socket cannot be opened', async () => {
  const warnings: string[] = [];
  const never = {} as EmbeddedConnection;
  const open = async (dataDir: string) => (await openSnapshotSocket(never, dataDir, (line) => warnings.push(line)))();
  // The path of the socket has fewer letters than it may have bytes, and more bytes.
  const russian = join(folder, 'й'.repeat(100 - folder.length - '/snapshot.sock'.length));
  await mkdir(russian);
  await open(russian);
  expect(warnings).toEqual([]);
  await open(join(folder, 'nowhere'));
  expect(warnings).toEqual([expect.stringContaining('nowhere/snapshot.sock')]);
});

test('a server that does not answer a backup ends it in words; one that is still copying is waited for', async () => {
  const dataDir = join(folder, 'data');
  const copied = Promise.withResolvers<void>();
  const database = { query: async () => undefined, exclusive: () => copied.promise } as unknown as EmbeddedConnection;
  const close = await openSnapshotSocket(database, dataDir, () => undefined, { beatMs: 5, silenceMs: 0 });
  const connection = createConnection(join(dataDir, 'snapshot.sock'));
  connection.write(`${join(dataDir, 'copy')}\n`);
  expect(String((await once(connection, 'data'))[0])).toMatch(/^ +$/);
  copied.resolve();
  expect((await text(connection)).trim()).toBe('ok');
  await close();
  const silent = createServer((socket) => void socket.resume());
  await once(silent.listen(join(dataDir, 'snapshot.sock')), 'listening');
  const asking = askForSnapshot(dataDir, join(dataDir, 'copy'), { beatMs: 0, silenceMs: 50 });
  await expect(asking).rejects.toThrow('не отвечает на просьбу скопировать базу');
  silent.close();
});

test('two backups begun in the same second are two', async () => {
  const to = join(folder, 'backups');
  const [one, other] = [
    await makeBackup(configOf('data'), to, moment(1)),
    await makeBackup(configOf('data'), to, moment(1)),
  ];
  expect(one.name).not.toBe(other.name);
  // Older versions find them by this form.
  for (const { name } of [one, other]) expect(name).toMatch(/^2026-11-20T[\dTZ-]+$/);
  for (const { name } of [one, other]) expect(existsSync(join(to, name, 'backup.json'))).toBe(true);
});

test('a backup outlasts hiccups of both storages, and clears what a killed one left half sent', async () => {
  for (const key of ['videos/a/original', 'videos/b/original'])
    objects.objects.set(`/bucket/folder/${key}`, Buffer.from(key));
  const left = {
    key: `/bucket/backups/files/videos/a/original.${'0'.repeat(64)}`,
    begun: new Date(0),
    parts: new Map(),
  };
  objects.unfinished.set('killed', left).set('of others', { ...left, key: '/bucket/backups/files/film' });
  const met = new Map<string, number>();
  objects.meet(({ call, key }) => {
    const times = (met.get(`${call} ${key}`) ?? 0) + 1;
    met.set(`${call} ${key}`, times);
    if (times > 1) return undefined;
    // The first answer breaks off, and the first writing is refused.
    if (call === 'GET object' && key.endsWith('/a/original')) return { bytes: 3 };
    return call === 'PUT object' ? 403 : undefined;
  });
  const config = configOf('data', { STORAGE_URL: objects.url });
  const to = objects.url.replace('/folder', '/backups');
  const { manifest } = await makeBackup(config, to, new Date(), [0, 0, 0]);
  expect(manifest.files.map(({ key }) => key).sort()).toEqual(['videos/a/original', 'videos/b/original']);
  expect([...objects.unfinished.keys()]).toEqual(['of others']);
});

test('a server refuses to start where a restore was broken off, and starts once it was repeated', async () => {
  const to = join(folder, 'backups');
  await makeBackup(configOf('data'), to, moment(1));
  const config = configOf('copy');
  const killed = restoreBackup(config, { from: to, isCopy: true }, () => Promise.reject(new Error('killed')));
  await expect(killed).rejects.toThrow('killed');
  expect(() => rejectUnfinishedRestore(config)).toThrow(/^Восстановление в папку .* не закончилось/);
  await rm(join(folder, 'copy', 'db'), { recursive: true });
  await restoreBackup(config, { from: to, isCopy: true }, async () => undefined);
  expect(() => rejectUnfinishedRestore(config)).not.toThrow();
});

test('an edit of what a restore has lost does not match what was written after it', async () => {
  const { db, ...database } = await openTestDatabase('postgres');
  await db.execute(sql`insert into users (id, email, role, name) values ('kim', 'kim@example.ru', 'secretary', 'Ким')`);
  await db.execute(sql`insert into protocols (id, owner_id, number_scope, number_year, version)
    values ('p', 'kim', 'kim', 2026, 11)`);
  const restoreAt = async (at: string) => {
    await db.execute(sql`update protocols set version = 11`);
    await db.transaction((tx) => raiseVersions(tx, new Date(at)));
    const { rows } = (await db.execute(sql`select version from protocols`)) as unknown as {
      rows: { version: number }[];
    };
    return rows[0]?.version ?? 0;
  };
  const [one, again] = [await restoreAt('2026-11-28T10:00:00Z'), await restoreAt('2026-11-28T11:00:00Z')];
  expect(one).toBeGreaterThan(100_000);
  expect(again).toBe(one + 60);
  await database.close();
});

test('a file changed under its key leaves earlier backups intact, also when the new backup fails', async () => {
  const config = configOf('data');
  const to = join(folder, 'backups');
  const speech = async (words: string) => (await openStorage(config)).put('videos/u/speech.json', Buffer.from(words));
  const restored = async (at: string) => {
    await restoreBackup(configOf(at), { from: to, at, isCopy: false }, async () => undefined);
    return readFile(join(folder, at, 'files/videos/u/speech.json'), 'utf8');
  };
  await speech('первое');
  const first = await makeBackup(config, to, moment(1));
  // It has the same length as the first, so the size does not tell them apart.
  await speech('второе');
  const second = await makeBackup(config, to, moment(2));
  await speech('и третье');
  // A folder in the place of a file cannot be read: the backup fails once the files are copied.
  await mkdir(join(folder, 'data', 'secret'));
  await expect(makeBackup(config, to, moment(3))).rejects.toThrow('EISDIR');
  expect(await restored(first.name)).toBe('первое');
  expect(await restored(second.name)).toBe('второе');
});

test('a file copied before is not read again, also when an earlier app version copied it', async () => {
  const key = '/bucket/folder/videos/u/original';
  objects.objects.set(key, Buffer.from('запись'));
  objects.written.set(key, new Date(Date.now() - 3_600_000));
  const config = configOf('data', { STORAGE_URL: objects.url });
  const to = join(folder, 'backups');
  const { name, manifest } = await makeBackup(config, to, new Date());
  const [file] = manifest.files;
  const old = { ...manifest, format: 1, files: [{ ...file, at: undefined }] };
  await rename(join(to, file?.at ?? ''), join(to, 'files/videos/u/original'));
  await writeFile(join(to, name, 'backup.json'), JSON.stringify(old));
  objects.calls.length = 0;
  const next = await makeBackup(config, to, new Date(Date.now() + 60_000));
  expect([next.copiedFiles, next.manifest.files]).toEqual([0, [{ ...file, at: undefined }]]);
  expect(objects.calls, 'it was listed, for chunks and for files').toEqual(['GET object', 'GET object']);
  await restoreBackup(configOf('restored'), { from: to, isCopy: false }, async () => undefined);
  expect(await readFile(join(folder, 'restored/files/videos/u/original'), 'utf8')).toBe('запись');
});
