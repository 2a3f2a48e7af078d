import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';
import { StorageAway, withDeadlines } from './storage-away.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-away-'));
  storage = await openFileStorage(folder, {});
});
afterAll(() => rm(folder, { recursive: true }));

test('a body that comes after its deadline is closed: nobody reads it', async () => {
  const body = Readable.from(['late']);
  const answer = Promise.withResolvers<Readable>();
  const reading = withDeadlines({ ...storage, read: () => answer.promise }, 1).read('videos/u/original');
  await expect(reading).rejects.toBeInstanceOf(StorageAway);
  const closed = once(body, 'close');
  answer.resolve(body);
  await closed;
  expect(body.destroyed).toBe(true);
});

test('a file on its way has time as long as its bytes move, and is ended once they do not', async () => {
  vi.useFakeTimers();
  const seen: boolean[] = [];
  const begun = Promise.withResolvers<void>();
  const adopt: Storage['adopt'] = async (_path, _key, _type, { signal, onBytes } = {}) => {
    begun.resolve();
    for (let second = 0; second < 60; second += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      onBytes?.();
    }
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    seen.push(true);
  };
  const sending = withDeadlines({ ...storage, adopt }, 4_000).adopt('/nowhere', 'attachments/one');
  const ended = vi.fn();
  sending.catch(ended);
  await begun.promise;
  await vi.advanceTimersByTimeAsync(63_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(ended).toHaveBeenCalledWith(expect.any(StorageAway));
  expect(seen).toEqual([true]);
  vi.useRealTimers();
});

test.each([
  ['a refused connection is one of the storage', 'ECONNREFUSED', StorageAway],
  ['a full disk is one of this machine', 'ENOSPC', undefined],
  ['a file that is gone is neither', 'ENOENT', undefined],
])('before a local copy is there, %s', async (_, code, kind) => {
  const failure = Object.assign(new Error(code), { code });
  const withLocalFile: Storage['withLocalFile'] = () => Promise.reject(failure);
  const copying = withDeadlines({ ...storage, withLocalFile }, 1_000).withLocalFile('k', folder, async () => 1);
  const error = await copying.catch((each: unknown) => each);
  if (kind) expect(error).toBeInstanceOf(kind);
  else expect(error).toBe(failure);
});

test('what fails in the work on a local copy is not taken for a failure of the storage', async () => {
  await storage.put('videos/u/original', Buffer.from('bytes'));
  const failure = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const work = withDeadlines(storage, 1_000).withLocalFile('videos/u/original', folder, () => Promise.reject(failure));
  await expect(work).rejects.toBe(failure);
});
