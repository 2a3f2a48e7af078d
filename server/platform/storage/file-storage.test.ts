import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFileStorage } from './file-storage.ts';

const { steps, moves } = vi.hoisted(() => ({ steps: [] as [string, string][], moves: { fail: false } }));

// Records what reaches the disk, and in which order: the order protects against a power cut between two steps.
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return {
    ...fs,
    open: async (path: string, ...more: []) => {
      const handle = await fs.open(path, ...more);
      const { sync } = handle;
      handle.sync = () => {
        steps.push(['sync', path]);
        return sync.call(handle);
      };
      return handle;
    },
    rename: async (from: string, to: string) => {
      if (moves.fail && !from.includes('/incoming/')) throw Object.assign(new Error('other disk'), { code: 'EXDEV' });
      await fs.rename(from, to);
      steps.push(['rename', to]);
    },
    unlink: async (path: string) => {
      await fs.unlink(path);
      steps.push(['unlink', path]);
    },
  };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-files-'));
  await mkdir(join(folder, 'uploads'));
  await writeFile(join(folder, 'uploads/u.part'), 'video');
  moves.fail = false;
});
afterEach(() => rm(folder, { recursive: true }));

const taken = async () => {
  const storage = await openFileStorage(join(folder, 'files'));
  steps.length = 0;
  await storage.adopt(join(folder, 'uploads/u.part'), 'videos/u/original');
  return steps.map(([step, path]) => `${step} ${relative(folder, path).replace(/[\w-]{36}/, '*')}`);
};

test('an adopted file is synced to the disk, with every folder on its way', async () => {
  expect(await taken()).toEqual([
    'sync uploads/u.part',
    'rename files/videos/u/original',
    'sync files/videos/u',
    'sync files/videos',
    'sync files',
  ]);
});

test('a file from another disk is removed there only after that', async () => {
  moves.fail = true;
  expect(await taken()).toEqual([
    'sync uploads/u.part',
    'sync files/incoming/*.unfinished',
    'rename files/videos/u/original',
    'sync files/videos/u',
    'sync files/videos',
    'sync files',
    'unlink uploads/u.part',
  ]);
});

test('what a killed server left half-written is removed at its next start, and is no file of the storage', async () => {
  const root = join(folder, 'files');
  await mkdir(join(root, 'incoming'), { recursive: true });
  await writeFile(join(root, 'incoming', randomUUID()), 'half');
  const left = await openFileStorage(root);
  for await (const { key } of left.list()) expect.unreachable(key);
  await openFileStorage(root, { isOnly: true });
  expect(await readdir(root, { recursive: true })).toEqual([]);
});
