import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { readConfig } from '#server/config/read-config.ts';
import { openStorage } from '#server/platform/storage/index.ts';
import { startObjectStorage } from './support/object-storage.ts';

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

test('chunks that become part of a whole while they are copied are left out, and nothing is begun again', async () => {
  for (const key of ['uploads/place/0-here', 'uploads/place/1-gone', 'videos/u/original'])
    objects.objects.set(`/bucket/folder/${key}`, Buffer.from(key));
  // The object is there when files are listed, and gone when it is read.
  const { get } = objects.objects;
  let asked = 0;
  vi.spyOn(objects.objects, 'get').mockImplementation((key) => {
    if (key.endsWith('1-gone')) asked += 1;
    return key.endsWith('1-gone') && asked > 1 ? undefined : get.call(objects.objects, key);
  });
  const { manifest } = await makeBackup(
    configOf('data', { STORAGE_URL: objects.url }),
    join(folder, 'backups'),
    new Date(),
  );
  expect(manifest.files.map(({ key }) => key).sort()).toEqual(['uploads/place/0-here', 'videos/u/original']);
  expect(asked).toBe(2);
});

test('a file that changes under its key takes no backup from those before, whole or broken off', async () => {
  const config = configOf('data');
  const to = join(folder, 'backups');
  const speech = async (words: string) => (await openStorage(config)).put('videos/u/speech.json', Buffer.from(words));
  const restored = async (at: string) => {
    await restoreBackup(configOf(at), { from: to, at, isCopy: false });
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

test('what was copied is not read again, where an earlier version has copied it, too', async () => {
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
  expect(objects.calls).toEqual(['GET object']);
  await restoreBackup(configOf('restored'), { from: to, isCopy: false });
  expect(await readFile(join(folder, 'restored/files/videos/u/original'), 'utf8')).toBe('запись');
});
