import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { spaceInSteps, withSpace } from './space.ts';

const free = async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
};
const nothing = async () => 'done';
const full = { code: 'ENOSPC' };

test('more than the free space cannot be reserved', async () => {
  expect(await withSpace(tmpdir(), 1_000, nothing)).toBe('done');
  await expect(withSpace(tmpdir(), (await free()) * 2, nothing)).rejects.toMatchObject(full);
});

test('space that is reserved and not yet written cannot be reserved by another', async () => {
  const most = Math.floor((await free()) * 0.6);
  const over = Promise.withResolvers<void>();
  const began = Promise.withResolvers<(bytes: number) => void>();
  const first = withSpace(tmpdir(), most, async (wrote) => {
    began.resolve(wrote);
    await over.promise;
  });
  const wrote = await began.promise;
  await expect(withSpace(tmpdir(), most, nothing)).rejects.toMatchObject(full);
  wrote(most);
  expect(await withSpace(tmpdir(), most, nothing)).toBe('done');
  over.resolve();
  await first;
});

test('a reservation ends with its work, also with one that fails', async () => {
  const most = Math.floor((await free()) * 0.6);
  const broken = withSpace(tmpdir(), most, () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(await withSpace(tmpdir(), most, nothing)).toBe('done');
});

test('a file that arrives in steps reserves space for one step at a time', async () => {
  const most = Math.floor((await free()) * 0.6);
  const continueRun = await spaceInSteps(tmpdir(), most);
  const coming = continueRun(pieces(3, 700_000));
  for (let piece = 0; piece < 3; piece++) {
    expect((await coming.next()).value).toHaveLength(700_000);
    expect(await withSpace(tmpdir(), most, nothing)).toBe('done');
  }
  await coming.return(undefined);
  await expect(spaceInSteps(tmpdir(), (await free()) * 2)).rejects.toMatchObject(full);
});

test('a file fails when others have reserved the space meanwhile', async () => {
  const all = Math.floor((await free()) * 0.6);
  const continueRun = await spaceInSteps(tmpdir(), all);
  await withSpace(tmpdir(), all, async () => {
    await expect(continueRun(pieces(1, all)).next()).rejects.toMatchObject(full);
  });
  expect(await withSpace(tmpdir(), all, nothing)).toBe('done');
});

async function* pieces(count: number, length: number) {
  // Only the length matters: nobody reads the content.
  for (let piece = 0; piece < count; piece++) yield { length } as Buffer;
}
