import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderTaken, lockDataFolder } from './data-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'server.lock');

test('a folder is taken once, and free again when it is given back', async () => {
  const unlock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(FolderTaken);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
  await (await lockDataFolder(folder))();
});

test('a living process keeps its folder', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  try {
    await writeFile(file(), JSON.stringify({ pid: other.pid, started: '' }));
    await expect(lockDataFolder(folder)).rejects.toThrow(`процесс ${other.pid}`);
    expect(JSON.parse(await readFile(file(), 'utf8')).pid).toBe(other.pid);
  } finally {
    other.kill('SIGKILL');
    await once(other, 'exit');
  }
});

test.each([
  ['a dead process', JSON.stringify({ pid: 2 ** 30, started: '' })],
  ['a number that another process has now', JSON.stringify({ pid: process.ppid, started: 'another boot/1' })],
  ['this very number, from before a restart', JSON.stringify({ pid: process.pid, started: 'another boot/1' })],
  ['a file that was cut off', '{"pid":'],
  ['an empty file', ''],
])('the lock of %s is taken over', async (_case, text) => {
  await writeFile(file(), text);
  const unlock = await lockDataFolder(folder);
  expect(JSON.parse(await readFile(file(), 'utf8')).pid).toBe(process.pid);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});
