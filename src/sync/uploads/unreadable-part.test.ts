import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { loseFile } from '#tests/support/lose-file.ts';
import { OfflineBrowser, smallChunk, type Tab } from '#tests/support/offline-browser.ts';
import { createRecordingWriter } from '../recordings/recording-writer.ts';
import type { Store } from '../store/store.ts';
import { hashHere } from './hasher.ts';
import { recordingFile } from './recording-file.ts';

/* A recording that was made here, of which the device can no longer read a part. Nothing else has those bytes. */

let server: ChunkServer;
let browser: OfflineBrowser;
/** Whether the device fails to read the second chunk beyond its first bytes. */
let isDamaged: boolean;
/** Chunks of which the device fails to read the record. */
let unread: number[];
/** Whether the device fails to read anything of what it stages. */
let isStoreLost: boolean;
const id = randomUUID();
const bytes = new Uint8Array(randomBytes(3 * smallChunk + 25_000));
const lost = Buffer.from(bytes.subarray(smallChunk, 2 * smallChunk));
const withGap = Uint8Array.from(bytes).fill(0, smallChunk, 2 * smallChunk);

beforeEach(async () => {
  isDamaged = true;
  unread = [];
  isStoreLost = false;
  server = await ChunkServer.start();
  browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
  const { fetch } = browser;
  // A browser fails the request when it comes to the bytes.
  browser.fetch = async (path, init) => {
    const sent = init?.body instanceof FormData ? init.body.get('video') : null;
    const isLost = isDamaged && sent instanceof Blob && lost.equals(Buffer.from(await sent.arrayBuffer()));
    return isLost ? Promise.reject(new TypeError('Failed to fetch')) : fetch(path, init);
  };
});

afterEach(async () => {
  browser.close();
  await server.stop();
});

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const reach = ({ uploads }: Tab, state: string) => until(() => expect(uploads.list()[0]?.state).toBe(state));

/** A store of the device, in which what is damaged or lost fails. */
function openStore(): Partial<Store> {
  const { getChunk, stagedIndexes } = browser.openStore();
  const broken = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  return {
    getChunk: async (uploadId, index) => {
      if (isStoreLost || unread.includes(index)) throw broken();
      const chunk = await getChunk(uploadId, index);
      if (isDamaged && chunk && index === 1) loseFile(chunk.blob, 1_000);
      return chunk;
    },
    stagedIndexes: (uploadId) => (isStoreLost ? Promise.reject(broken()) : stagedIndexes(uploadId)),
  };
}

/** Opens a tab on a device with the recording, as it was left by a page that died. */
async function openTab(): Promise<Tab> {
  const tab = await browser.openTab(openStore());
  const row = { id, ownerId: 'u1', protocolId: 'p1', name: 'Запись.webm', type: 'video/webm', chunkSize: smallChunk };
  const recording = { ...row, hashes: [], nextPiece: 0, size: 0, millis: 0, startedAt: 1 };
  await tab.store.putRecording(recording);
  const writer = createRecordingWriter({ store: tab.store, hash: hashHere }, recording);
  for (let at = 0; at < bytes.length; at += 10_000) void writer.append(new Blob([bytes.subarray(at, at + 10_000)]), at);
  await writer.settled();
  return tab;
}

test('the other parts reach the server, and the person is told what is missing', async () => {
  const tab = await openTab();
  await tab.uploads.addRecording(id);
  await reach(tab, 'needs-file');
  expect(tab.uploads.list()[0]?.error?.code).toBe('part_unreadable');
  expect([...(server.uploads.get(id)?.chunks.keys() ?? [])].sort()).toEqual([0, 2, 3]);
  expect(await tab.store.stagedIndexes(id)).toEqual([0, 1, 2, 3]);
});

test('it is sent whole once the device reads that part again', async () => {
  const tab = await openTab();
  await tab.uploads.addRecording(id);
  await reach(tab, 'needs-file');
  isDamaged = false;
  await tab.uploads.retry(id);
  await reach(tab, 'done');
  expect(server.fileOf(id).equals(bytes)).toBe(true);
});

test('on the person’s word it is sent with a gap in place of that part, also after a restart', async () => {
  const tab = await openTab();
  await tab.uploads.addRecording(id);
  await reach(tab, 'needs-file');
  server.fault = ({ method, fields }) => (method === 'POST' && fields.chunk_index === '1' ? 'reset' : undefined);
  await tab.uploads.sendWithGaps(id);
  await reach(tab, 'wait-net');
  tab.close();
  server.fault = () => undefined;
  const { getChunk } = browser.openStore();
  const next = await browser.openTab({
    getChunk: async (...key) => (key[1] === 1 ? undefined : getChunk(...key)),
  });
  await reach(next, 'done');
  expect(server.fileOf(id).equals(withGap)).toBe(true);
  await until(async () => expect(await next.store.stagedIndexes(id)).toEqual([]));
});

test('a plain provider gets it with a gap too', async () => {
  server.capabilities = undefined;
  const tab = await openTab();
  await tab.uploads.addRecording(id);
  await reach(tab, 'needs-file');
  await tab.uploads.sendWithGaps(id);
  await reach(tab, 'done');
  expect(server.fileOf('plain').equals(withGap)).toBe(true);
});

test('a device that fails as a whole is waited for: no part is sent as zeros that nobody agreed to', async () => {
  server.capabilities = undefined;
  const tab = await openTab();
  await tab.uploads.addRecording(id);
  await reach(tab, 'needs-file');
  server.fault = ({ method, fields }) => {
    if (method === 'POST' && fields.chunk_index === '1') isStoreLost = true;
    return undefined;
  };
  await tab.uploads.sendWithGaps(id);
  await reach(tab, 'wait-server');
  expect(tab.uploads.list()[0]).toMatchObject({ acknowledgedChunks: 2, error: { code: 'device_unreadable' } });
  server.fault = () => undefined;
  // The next attempt finds it no better.
  await tab.uploads.retry(id);
  await reach(tab, 'wait-server');
  isStoreLost = false;
  await tab.uploads.retry(id);
  await reach(tab, 'done');
  expect(server.fileOf('plain').equals(withGap)).toBe(true);
});

test('an upload that the server has all of ends, although the device fails by then', async () => {
  isDamaged = false;
  const tab = await openTab();
  server.fault = ({ path }) => (path.includes('process-video') ? 'reset' : undefined);
  await tab.uploads.addRecording(id);
  await reach(tab, 'wait-net');
  isStoreLost = true;
  server.fault = () => undefined;
  await tab.uploads.retry(id);
  await reach(tab, 'done');
});

test('a part that breaks off while the whole device fails does not count as damaged', async () => {
  server.capabilities = undefined;
  const { fetch } = browser;
  browser.fetch = (path, init) =>
    fetch(path, init).catch((error) => {
      isStoreLost = true;
      throw error;
    });
  const tab = await openTab();
  await tab.uploads.addRecording(id);
  await reach(tab, 'wait-server');
  [isStoreLost, isDamaged] = [false, false];
  await tab.uploads.retry(id);
  await reach(tab, 'done');
  expect(server.fileOf('plain').equals(bytes)).toBe(true);
});

test('another part that cannot be read asks the person again', async () => {
  server.capabilities = undefined;
  const tab = await openTab();
  await tab.uploads.addRecording(id);
  await reach(tab, 'needs-file');
  unread = [2];
  await tab.uploads.sendWithGaps(id);
  await until(() => expect(tab.uploads.list()[0]).toMatchObject({ state: 'needs-file', acknowledgedChunks: 2 }));
  expect(tab.uploads.list()[0]?.error?.code).toBe('part_unreadable');
  unread = [];
  await tab.uploads.retry(id);
  await reach(tab, 'done');
  expect(server.fileOf('plain').equals(withGap)).toBe(true);
});

test('a word that was kept for the whole recording is asked for anew', async () => {
  const tab = await openTab();
  await tab.uploads.addRecording(id);
  await reach(tab, 'needs-file');
  const row = await tab.store.getUpload(id);
  tab.close();
  if (row) await tab.store.putUpload({ ...row, state: 'queued', lastError: null, fillsGaps: true } as typeof row);
  const next = await browser.openTab(openStore());
  await reach(next, 'needs-file');
  expect([...(server.uploads.get(id)?.chunks.keys() ?? [])].sort()).toEqual([0, 2, 3]);
});

test('what can be read of it is saved as a file on the person’s word', async () => {
  const tab = await openTab();
  await expect(recordingFile(id, tab.store)).rejects.toMatchObject({ code: 'unreadable_part' });
  const file = await recordingFile(id, tab.store, { fillsGaps: true });
  expect(file.name).toBe('Запись (с пропуском).webm');
  expect(Buffer.from(await file.arrayBuffer()).equals(withGap)).toBe(true);
});

test('an unreadable piece at its end is left out on the person’s word alone', async () => {
  isDamaged = false;
  const tab = await openTab();
  const { piecesOf, readablePiecesOf } = tab.store;
  const broken = new DOMException('Failed to read large IndexedDB value', 'DataError');
  tab.store.piecesOf = () => Promise.reject(broken);
  tab.store.readablePiecesOf = async (recordingId) => (await readablePiecesOf(recordingId)).slice(0, 1);
  const [first] = await piecesOf(id);
  const readable = bytes.subarray(0, 3 * smallChunk + (first?.byteLength ?? 0));
  await expect(recordingFile(id, tab.store)).rejects.toMatchObject({ code: 'unreadable_part' });
  const file = await recordingFile(id, tab.store, { fillsGaps: true });
  expect(Buffer.from(await file.arrayBuffer()).equals(readable)).toBe(true);
  await expect(tab.uploads.addRecording(id)).rejects.toMatchObject({ code: 'unreadable_part' });
  expect(await tab.store.recordingsOf('u1')).toHaveLength(1);
  await tab.uploads.addRecording(id, { fillsGaps: true });
  await reach(tab, 'done');
  expect(server.fileOf(id).equals(readable)).toBe(true);
});
