import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { OfflineBrowser, smallChunk, type Tab } from '#tests/support/offline-browser.ts';
import { createRecordingWriter } from '../recordings/recording-writer.ts';
import { hashHere } from './hasher.ts';
import { recordingFile } from './recording-file.ts';

let server: ChunkServer;
let browser: OfflineBrowser;
let a: string;
let b: string;

beforeEach(async () => {
  [a, b] = [randomUUID(), randomUUID()];
  server = await ChunkServer.start();
  browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
});

afterEach(async () => {
  browser.close();
  await server.stop();
});

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const stateIn = ({ uploads }: Tab, id: string) => uploads.list().find((view) => view.id === id)?.state;

/** Records this many bytes in pieces, as a page does until it dies. */
async function record(
  { store }: Tab,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  ownerId = 'u1',
  chunkSize = smallChunk,
): Promise<void> {
  const row = { id, ownerId, protocolId: 'p1', name: 'Запись.webm', type: 'video/webm', chunkSize };
  const recording = { ...row, hashes: [], nextPiece: 0, size: 0, millis: 0, startedAt: 1 };
  await store.putRecording(recording);
  const writer = createRecordingWriter({ store, hash: hashHere }, recording);
  for (let at = 0; at < bytes.length; at += 10_000) void writer.append(new Blob([bytes.subarray(at, at + 10_000)]), at);
  await writer.settled();
}

const made = () => new Uint8Array(randomBytes(3 * smallChunk + 777));

test('a recording left by a closed page reaches the server byte for byte and leaves nothing behind', async () => {
  const bytes = made();
  const first = await browser.openTab();
  await record(first, a, bytes);
  first.close();
  const tab = await browser.openTab();
  await tab.uploads.addRecording(a);
  expect(await tab.store.recordingsOf('u1')).toEqual([]);
  expect(await tab.store.piecesOf(a)).toEqual([]);
  await until(() => expect(stateIn(tab, a)).toBe('done'));
  expect(server.fileOf(a).equals(bytes)).toBe(true);
  expect(server.callsTo('POST', /process-video/)).toHaveLength(1);
  await until(async () => expect(await tab.store.allUploads()).toEqual([]));
  expect(await tab.store.stagedIndexes(a)).toEqual([]);
});

test('a recording queued offline is sent after a restart of the browser', async () => {
  const bytes = made();
  server.fault = () => 'reset';
  const first = await browser.openTab();
  await record(first, a, bytes);
  await first.uploads.addRecording(a);
  expect(first.uploads.list()).toMatchObject([{ name: 'Запись.webm', staged: true }]);
  await until(() => expect(stateIn(first, a)).toBe('wait-net'));
  first.close();
  server.fault = () => undefined;
  const tab = await browser.openTab();
  await until(() => expect(stateIn(tab, a)).toBe('done'));
  expect(server.fileOf(a).equals(bytes)).toBe(true);
});

test('a second recording stays stored while one of the protocol is uploading', async () => {
  server.fault = () => 'reset';
  const tab = await browser.openTab();
  await record(tab, a, made());
  await record(tab, b, made());
  await tab.uploads.addRecording(a);
  await expect(tab.uploads.addRecording(b)).rejects.toMatchObject({ code: 'already_uploading' });
  expect(await tab.store.recordingsOf('u1')).toMatchObject([{ id: b }]);
});

test('another person cannot send a recording, and an empty one is not sent', async () => {
  const tab = await browser.openTab();
  await record(tab, a, made(), 'u2');
  await expect(tab.uploads.addRecording(a)).rejects.toMatchObject({ code: 'unknown_upload' });
  expect(await tab.store.recordingsOf('u2')).toHaveLength(1);
  await record(tab, b, new Uint8Array());
  await expect(tab.uploads.addRecording(b)).rejects.toMatchObject({ code: 'empty_file' });
  expect(await tab.store.recordingsOf('u1')).toEqual([]);
  expect(await tab.store.allUploads()).toEqual([]);
});

test('killed between storing a chunk and deleting its pieces, it holds every byte once', async () => {
  const bytes = made();
  const tab = await browser.openTab();
  const { store } = tab;
  const dies = { ...store, foldPieces: () => Promise.reject(new Error('killed')) };
  await record({ ...tab, store: dies }, a, bytes);
  const kept = (await store.getRecording(a))?.size ?? 0;
  expect(await store.stagedIndexes(a)).toEqual([0]);
  await tab.uploads.addRecording(a);
  await until(() => expect(stateIn(tab, a)).toBe('done'));
  expect(server.fileOf(a).equals(bytes.subarray(0, kept))).toBe(true);
});

test('a server with a smaller size limit gets halves of the stored chunks', async () => {
  const bytes = new Uint8Array(randomBytes(3 * 2 ** 20 + 777));
  server.capabilities = undefined;
  server.fault = ({ bytes: sent }) => (sent > 2 ** 19 ? { status: 413 } : undefined);
  const tab = await browser.openTab();
  await record(tab, a, bytes, 'u1', 2 ** 21);
  await tab.uploads.addRecording(a);
  await until(() => expect(stateIn(tab, a)).toBe('done'));
  const totals = server.callsTo('POST', /upload-chunks/).map(({ fields }) => fields.total_chunks);
  expect([...new Set(totals)]).toEqual(['2', '4', '7']);
  expect(server.fileOf('plain').equals(bytes)).toBe(true);
});

test('chunks that the server lost are sent again: the device keeps them until all have arrived', async () => {
  const bytes = made();
  const tab = await browser.openTab();
  server.fault = ({ method, fields }) => (method === 'POST' && fields.chunk_index === '3' ? 'reset' : undefined);
  await record(tab, a, bytes);
  await tab.uploads.addRecording(a);
  await until(() => expect(tab.uploads.list()[0]?.acknowledgedChunks).toBeGreaterThan(0));
  expect(await tab.store.stagedIndexes(a)).toEqual([0, 1, 2, 3]);
  server.uploads.delete(a);
  server.fault = () => undefined;
  await until(() => expect(stateIn(tab, a)).toBe('done'));
  expect(server.fileOf(a).equals(bytes)).toBe(true);
  await until(async () => expect(await tab.store.stagedIndexes(a)).toEqual([]));
});

test('a recording that the server refuses can still be saved as a file', async () => {
  const bytes = made();
  const tab = await browser.openTab();
  const gone = { status: 404, body: { code: 'not_found', message: 'Не найдено' } };
  server.fault = ({ method, fields }) => (method === 'POST' && fields.chunk_index === '3' ? gone : undefined);
  await record(tab, a, bytes);
  await tab.uploads.addRecording(a);
  await until(() => expect(stateIn(tab, a)).toBe('failed'));
  const file = await recordingFile(a, tab.store);
  expect([file.name, file.type]).toEqual(['Запись.webm', 'video/webm']);
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  await tab.store.deleteChunk(a, 1);
  await expect(recordingFile(a, tab.store)).rejects.toMatchObject({ code: 'unreadable_part' });
});
