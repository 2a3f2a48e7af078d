import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HashPool } from '#server/platform/storage/index.ts';
import { writeToPlace } from './chunk-writer.ts';
import { FolderChunks } from './folder-chunks.ts';
import { PartialChunks } from './partial-chunks.ts';
import type { Upload } from './repository.ts';
import { UploadFolder } from './upload-folder.ts';

const { synced, onParts } = vi.hoisted(() => ({
  synced: [] as string[],
  /** What happened to part files, in order: writes and syncs when they have ended, a close when it is asked for. */
  onParts: [] as string[],
}));

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
      if (!path.endsWith('.part')) return handle;
      const { write, writev, datasync, close } = handle;
      const noted =
        <A extends unknown[], R>(name: string, work: (...of: A) => Promise<R>) =>
        async (...of: A) => {
          const result = await work.apply(handle, of);
          onParts.push(name);
          return result;
        };
      handle.write = noted('written', write as never) as typeof write;
      handle.writev = noted('written', writev);
      handle.datasync = noted('synced', datasync);
      handle.close = () => {
        onParts.push('closed');
        return close.call(handle);
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
  onParts.length = 0;
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

test.each(['written to its place', 'placed after it has come'])(
  'a chunk %s is on the disk before it is acknowledged',
  async (how) => {
    const upload = { id: 'one', chunkSize: 5, totalChunks: 3, totalSize: 15 } as Upload;
    const chunks = new FolderChunks({ folder } as ConstructorParameters<typeof FolderChunks>[0]);
    const sha256 = 'a'.repeat(64);
    if (how === 'written to its place') {
      const hashes = { digestRegion: async () => sha256 } as Partial<HashPool> as HashPool;
      const fields = { upload_id: 'one', chunk_index: 1, total_chunks: 3, chunk_size: 5, chunk_sha256: sha256 };
      const part = { file: Object.assign(Readable.from([Buffer.from('chunk')]), { truncated: false }) };
      await writeToPlace({ chunks, hashes, partials: new PartialChunks() }, upload, fields, part as MultipartFile, {
        watch: (read) =>
          read({
            signal: new AbortController().signal,
            onBytes: () => undefined,
            tooLong: () => new Error('too long'),
          }),
        finish: () => undefined,
      });
    } else {
      const temporary = folder.temporary();
      await writeFile(temporary, 'chunk');
      await chunks.keepTemporary(upload, { index: 1, size: 5, sha256 }, temporary);
    }
    expect(onParts).toEqual(['written', 'synced', 'closed']);
    expect(String(await readFile(folder.part('one')))).toBe('\0\0\0\0\0chunk');
  },
);
