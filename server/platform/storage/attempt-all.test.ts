import { expect, test } from 'vitest';
import { attemptEach } from './attempt-all.ts';
import type { Storage } from './storage.ts';
import { StorageAway, withDeadlines } from './storage-away.ts';

/**
 * Removes the files a to f, from this place on, from a storage that is silent about some. Resolves with the asked ones, and
 * the failure.
 */
async function removeFrom(silentAbout: string, place = 0) {
  const asked: string[] = [];
  const remove = (key: string) => {
    asked.push(key);
    if (silentAbout.includes(key)) return new Promise<void>(() => undefined);
    return key === 'f' ? Promise.reject(new Error('AccessDenied')) : Promise.resolve();
  };
  const storage = withDeadlines({ remove } as unknown as Storage, 1);
  const failure = await attemptEach(
    [...'abcdef'],
    (key) => storage.remove(key),
    () => place / 6,
  ).catch((error: unknown) => error);
  return { asked: asked.join(''), failure };
}

test('a storage that is silent twice in a row is asked no more in that round', async () => {
  const { asked, failure } = await removeFrom('bcde');
  expect(asked).toBe('abc');
  expect(failure).toBeInstanceOf(AggregateError);
});

test('one file that takes too long, or is refused, keeps no other from its turn', async () => {
  const { asked, failure } = await removeFrom('bd');
  expect(asked).toBe('abcdef');
  expect((failure as AggregateError).errors).toEqual([
    expect.any(StorageAway),
    expect.any(StorageAway),
    expect.any(StorageAway),
  ]);
});

test('a round begins anywhere, so that two files that always take too long keep no other from its turn for good', async () => {
  expect((await removeFrom('bc', 0)).asked).toBe('abc');
  expect((await removeFrom('bc', 3)).asked).toBe('defabc');
  expect((await removeFrom('bc', 5)).asked).toBe('fabc');
});
