import { expect, test } from 'vitest';
import type { RecordingRow } from '../store/recording-row.ts';
import { createLeftRecordings } from './left-recordings.ts';

const begun: RecordingRow = {
  ...{ id: 'a', ownerId: 'u1', protocolId: 'p1', name: 'Запись.webm', type: 'video/webm', chunkSize: 4 },
  ...{ hashes: [], nextPiece: 0, size: 0, millis: 0, startedAt: 1 },
};

/** Looks for recordings where the row changes between the first read and the lock. Resolves with what is found and deleted. */
async function lookWhile(readUnderLock: () => Promise<RecordingRow | undefined>) {
  const deleted: string[] = [];
  const store = {
    recordingsOf: async () => [begun],
    getRecording: readUnderLock,
    deleteRecording: async (id: string) => void deleted.push(id),
  };
  const found = createLeftRecordings({ store, locks: navigator.locks, session: { owner: async () => 'u1' } });
  await found.look();
  return { sizes: found.list().map(({ size }) => size), deleted };
}

test('a recording that ended just as it was looked for is found with all that it has, and not deleted', async () => {
  expect(await lookWhile(async () => ({ ...begun, nextPiece: 2, size: 7 }))).toEqual({ sizes: [7], deleted: [] });
});

test('a recording that became an upload meanwhile is not found, and an empty one is deleted', async () => {
  expect(await lookWhile(async () => undefined)).toEqual({ sizes: [], deleted: [] });
  expect(await lookWhile(async () => begun)).toEqual({ sizes: [], deleted: ['a'] });
});

test('nothing is deleted where the device cannot be read', async () => {
  expect(await lookWhile(() => Promise.reject(new Error('broken')))).toEqual({ sizes: [], deleted: [] });
});
