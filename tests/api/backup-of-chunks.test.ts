import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import { readConfig } from '#server/config.ts';
import { startObjectStorage } from './support/object-storage.ts';

let folder: string;
let objects: Awaited<ReturnType<typeof startObjectStorage>>;
beforeEach(async () => {
  [folder, objects] = await Promise.all([mkdtemp(join(tmpdir(), 'protokol-chunks-')), startObjectStorage()]);
  await mkdir(join(folder, 'data', 'db'), { recursive: true });
  await writeFile(join(folder, 'data', 'db', 'PG_VERSION'), '17');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await objects.close();
  await rm(folder, { recursive: true });
});

test('chunks that become part of a whole while they are copied are left out, and nothing is begun again', async () => {
  for (const key of ['uploads/place/0-here', 'uploads/place/1-gone', 'videos/u/original'])
    objects.objects.set(`/bucket/folder/${key}`, Buffer.from(key));
  // It is there when files are listed, and no more when it is read.
  const { get } = objects.objects;
  let asked = 0;
  vi.spyOn(objects.objects, 'get').mockImplementation((key) => {
    if (key.endsWith('1-gone')) asked += 1;
    return key.endsWith('1-gone') && asked > 1 ? undefined : get.call(objects.objects, key);
  });
  const config = readConfig({ DATA_DIR: join(folder, 'data'), STORAGE_URL: objects.url, NODE_ENV: 'test' });
  const { manifest } = await makeBackup(config, join(folder, 'backups'), new Date());
  expect(manifest.files.map(({ key }) => key).sort()).toEqual(['uploads/place/0-here', 'videos/u/original']);
  expect(asked).toBe(2);
});
