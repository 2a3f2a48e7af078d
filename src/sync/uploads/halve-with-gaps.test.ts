import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { OfflineBrowser, type Tab } from '#tests/support/offline-browser.ts';
import { createRecordingWriter } from '../recordings/recording-writer.ts';
import type { Store } from '../store/store.ts';
import { hashHere } from './hasher.ts';

/* A recording that was made here, of which a part cannot be read, and a plain provider that takes only smaller chunks. */

let server: ChunkServer;
let browser: OfflineBrowser;
const id = randomUUID();
const whole = 2 ** 20;
const half = 2 ** 19;
// The last chunk is as long as the half of a whole one.
const bytes = new Uint8Array(randomBytes(3 * whole + half));
const withGap = Uint8Array.from(bytes).fill(0, whole, 2 * whole);

beforeEach(async () => {
  server = await ChunkServer.start();
  server.capabilities = undefined;
  server.fault = ({ bytes: sent }) => (sent > half ? { status: 413 } : undefined);
  browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
});

afterEach(async () => {
  browser.close();
  await server.stop();
});

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const reach = ({ uploads }: Tab, state: string) => until(() => expect(uploads.list()[0]?.state).toBe(state));

async function openTab(changes?: Partial<Store>): Promise<Tab> {
  const tab = await browser.openTab(changes);
  const row = { id, ownerId: 'u1', protocolId: 'p1', name: 'Запись.webm', type: 'video/webm', chunkSize: whole };
  const recording = { ...row, hashes: [], nextPiece: 0, size: 0, millis: 0, startedAt: 1 };
  await tab.store.putRecording(recording);
  const writer = createRecordingWriter({ store: tab.store, hash: hashHere }, recording);
  for (let at = 0; at < bytes.length; at += half) void writer.append(new Blob([bytes.subarray(at, at + half)]), at);
  await writer.settled();
  return tab;
}

/** The device fails at the second chunk, also when it is to be cut; one that is left out is not read. */
function damaged(): Partial<Store> {
  const { getChunk, halveChunks } = browser.openStore();
  const broken = () => new DOMException('Failed to read large IndexedDB value', 'DataError');
  return {
    getChunk: async (uploadId, index) => {
      const chunk = await getChunk(uploadId, index);
      if (index === 1 && chunk?.blob.size === whole) throw broken();
      return chunk;
    },
    halveChunks: async (uploadId, chunkSize, lost = []) => {
      if (chunkSize === whole && !lost.includes(1)) throw broken();
      return halveChunks(uploadId, chunkSize, lost);
    },
  };
}

test.each([
  ['that is gone', undefined],
  ['that fails when it is cut', damaged],
])('with a part %s the person decides, and gets halves of all the rest sent', async (_, changes) => {
  const tab = await openTab(changes?.());
  if (!changes) await tab.store.deleteChunk(id, 1);
  await tab.uploads.addRecording(id);
  await reach(tab, 'needs-file');
  expect(tab.uploads.list()[0]).toMatchObject({ acknowledgedChunks: 0, error: { code: 'part_unreadable' } });
  await tab.uploads.sendWithGaps(id);
  await reach(tab, 'done');
  expect(server.fileOf('plain').equals(withGap)).toBe(true);
});

test('a part that can be read by then is halved like all others, whatever the person agreed to', async () => {
  let isDamaged = true;
  const { getChunk, halveChunks, ...others } = damaged();
  const sound = browser.openStore();
  const tab = await openTab({
    ...others,
    getChunk: (...key) => (isDamaged && getChunk ? getChunk : sound.getChunk)(...key),
    halveChunks: (...given) => (isDamaged && halveChunks ? halveChunks : sound.halveChunks)(...given),
  });
  await tab.uploads.addRecording(id);
  await reach(tab, 'needs-file');
  isDamaged = false;
  await tab.uploads.sendWithGaps(id);
  await reach(tab, 'done');
  expect(server.fileOf('plain').equals(bytes)).toBe(true);
});
