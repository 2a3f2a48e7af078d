import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedOr } from './database-archive.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

test('a cached archive is not made again', async () => {
  const make = vi.fn(async () => bytes('made'));
  const file = join(folder, 'cache', 'a.tar');
  expect(await cachedOr(file, make)).toEqual(bytes('made'));
  expect(Buffer.from(await cachedOr(file, make)).toString()).toBe('made');
  expect(make).toHaveBeenCalledTimes(1);
});

test('two concurrent makers leave one whole file', async () => {
  const file = join(folder, 'a.tar');
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  const make = async () => {
    waiting += 1;
    if (waiting === 2) both.resolve();
    await both.promise;
    return bytes('made');
  };
  expect(await Promise.all([cachedOr(file, make), cachedOr(file, make)])).toEqual([bytes('made'), bytes('made')]);
  expect(await readdir(folder)).toEqual(['a.tar']);
  expect(await readFile(file, 'utf8')).toBe('made');
});

test('an archive that cannot be cached is returned all the same', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(await cachedOr(join(folder, 'file', 'a.tar'), async () => bytes('made'))).toEqual(bytes('made'));
});
