import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UploadFolder } from './upload-folder.ts';

const { synced } = vi.hoisted(() => ({ synced: [] as string[] }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return {
    ...fs,
    open: async (path: string, ...more: []) => {
      const handle = await fs.open(path, ...more);
      const { sync } = handle;
      handle.sync = () => {
        synced.push(path);
        return sync.call(handle);
      };
      return handle;
    },
  };
});

let dataDir: string;
let folder: UploadFolder;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'protokol-uploads-'));
  folder = await UploadFolder.open(dataDir);
  synced.length = 0;
});
afterEach(() => rm(dataDir, { recursive: true }));

const syncedHere = () => synced.map((path) => relative(dataDir, path));
const writeTo = async (id: string) => (await folder.openPart(id)).close();

test('the folder of a part file is synced to the disk before a chunk is acknowledged', async () => {
  await writeTo('one');
  expect(syncedHere()).toEqual(['uploads']);
  await writeTo('one');
  expect(syncedHere()).toEqual(['uploads']);
  await folder.remove('one');
  await writeTo('one');
  expect(syncedHere()).toEqual(['uploads', 'uploads']);
});

test('a last chunk with an unknown place is synced to the disk, too', async () => {
  const temporary = folder.temporary();
  await writeFile(temporary, 'last');
  await folder.keepLast(temporary, 'one');
  expect(syncedHere()).toEqual([expect.stringMatching(/temporary$/), 'uploads']);
});
