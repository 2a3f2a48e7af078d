import { expect, test } from 'vitest';
import { makeRecording } from '#tests/support/offline-browser.ts';
import { newRow } from '../uploads/finish-recording.ts';
import { createRowWriter } from './row-writer.ts';
import type { UploadRow } from './upload-row.ts';

const given = { id: 'a', ownerId: 'u1', protocolId: 'p1', chunkSize: 16, now: 0 };
const first = newRow(makeRecording(16), given);
/** The row after so many changes. */
const after = (changes: number): UploadRow => ({ ...first, attempt: changes });

/** Opens a writer over a store that records its rows, with a clock that stands still until it is moved. */
function open() {
  const kept: number[] = [];
  const timers = new Map<() => void, number>();
  let now = 1_000;
  const clock = {
    now: () => now,
    monotonic: () => now,
    random: () => 0,
    after(ms: number, callback: () => void) {
      timers.set(callback, now + ms);
      return () => void timers.delete(callback);
    },
  };
  const fails = new Set<number>();
  const store = {
    async putUpload({ attempt }: UploadRow) {
      if (fails.has(attempt)) throw new Error('full');
      kept.push(attempt);
    },
  };
  const move = (to: number) => {
    now = to;
    for (const [callback, due] of timers) if (due <= now) callback();
  };
  return { kept, fails, move, timers, writer: createRowWriter(store, clock, () => undefined) };
}

test('a deferred save is written at once after a quiet time, later ones together', async () => {
  const { kept, move, writer } = open();
  writer.saveSoon(after(1));
  await writer.kept();
  for (const changes of [2, 3, 4]) writer.saveSoon(after(changes));
  expect(kept).toEqual([1]);
  move(1_249);
  expect(kept).toEqual([1]);
  const all = writer.kept();
  move(1_250);
  await all;
  expect(kept).toEqual([1, 4]);
});

test('an immediate save replaces a deferred one', async () => {
  const { kept, timers, writer } = open();
  writer.save(after(1));
  await writer.flush();
  writer.saveSoon(after(2));
  writer.save(after(3));
  await writer.flush();
  expect(kept).toEqual([1, 3]);
  expect(timers.size).toBe(0);
});

test('settling writes a deferred save now, and releases whoever waited for it', async () => {
  const { kept, writer } = open();
  writer.save(after(1));
  await writer.flush();
  writer.saveSoon(after(2));
  const inTime = writer.kept();
  await writer.flush();
  await inTime;
  expect(kept).toEqual([1, 2]);
  await writer.flush();
  expect(kept).toEqual([1, 2]);
});

test('a deferred save is not delayed by a clock that was put back', async () => {
  const { kept, move, writer } = open();
  writer.save(after(1));
  await writer.flush();
  move(0);
  writer.saveSoon(after(2));
  const all = writer.kept();
  move(250);
  await all;
  expect(kept).toEqual([1, 2]);
});

test('a discarded save is not written, and nobody waits for it', async () => {
  const { kept, writer } = open();
  writer.save(after(1));
  await writer.flush();
  writer.saveSoon(after(2));
  const inTime = writer.kept();
  writer.discard();
  await writer.flush();
  await inTime;
  expect(kept).toEqual([1]);
});

test('whoever waits learns that a save failed, and that the next one succeeded', async () => {
  const { writer, fails } = open();
  fails.add(1);
  writer.save(after(1));
  expect(await writer.kept()).toBe(false);
  writer.save(after(2));
  expect(await writer.kept()).toBe(true);
});
