import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { newRow } from '../uploads/finish-recording.ts';
import { createStore, StorageFullError, type Store } from './store.ts';
import { databaseVersion } from './store-schema.ts';

let name: string;
let store: Store;

beforeEach(async () => {
  name = `store-${randomUUID()}`;
  store = createStore(name);
  await store.putUpload(rowOf('a'));
});

const file = new File(['ab'], 'a.mp4');
const rowOf = (id: string, ownerId = 'u1') => newRow(file, { id, ownerId, protocolId: 'p', chunkSize: 1, now: 0 });
const chunkOf = (uploadId: string, index: number) => ({
  uploadId,
  index,
  blob: new Blob([`${index}`]),
  sha256: `h${index}`,
});

test('lists rows by owner, and deletes a row together with its own chunks only', async () => {
  await Promise.all([store.putUpload(rowOf('b')), store.putUpload(rowOf('c', 'u2'))]);
  await Promise.all([
    store.putChunk(chunkOf('a', 0)),
    store.putChunk(chunkOf('a', 10)),
    store.putChunk(chunkOf('b', 2)),
  ]);
  expect((await store.uploadsOf('u1')).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(await store.stagedIndexes('a')).toEqual([0, 10]);
  await store.deleteUpload('a');
  expect(await store.getUpload('a')).toBeUndefined();
  expect(await store.stagedIndexes('a')).toEqual([]);
  expect(await store.stagedIndexes('b')).toEqual([2]);
});

test('returns a staged chunk with its bytes and its digest', async () => {
  await store.putChunk(chunkOf('a', 3));
  const chunk = await store.getChunk('a', 3);
  expect(await chunk?.blob.text()).toBe('3');
  expect(chunk?.sha256).toBe('h3');
});

test('stores no chunk of a missing upload: nothing would ever delete it', async () => {
  expect(await store.putChunk(chunkOf('a', 0))).toBe(true);
  await store.deleteUpload('a');
  expect(await store.putChunk(chunkOf('a', 1))).toBe(false);
  expect(await store.stagedIndexes('a')).toEqual([]);
});

test('of halved chunks none takes the place of the second half of one that was stored too short', async () => {
  const file = new File(['aabbccd'], 'a.mp4');
  await store.putUpload(newRow(file, { id: 's', ownerId: 'u1', protocolId: 'p', chunkSize: 2, now: 0 }));
  const put = (index: number, text: string) =>
    store.putChunk({ uploadId: 's', index, blob: new Blob([text]), sha256: 'x' });
  await Promise.all([put(0, 'aa'), put(1, 'b'), put(2, 'cc'), put(3, 'd')]);
  await store.halveChunks('s', 2);
  expect(await store.stagedIndexes('s')).toEqual([0, 1, 2, 4, 5, 6]);
});

test('of halved chunks none takes the place of one that was left out', async () => {
  const row = newRow(new File(['aabbc'], 'a.mp4'), { id: 'h', ownerId: 'u1', protocolId: 'p', chunkSize: 2, now: 0 });
  await store.putUpload({ ...row, gaps: [1] });
  const put = (index: number, text: string) =>
    store.putChunk({ uploadId: 'h', index, blob: new Blob([text]), sha256: 'x' });
  await Promise.all([put(0, 'aa'), put(1, 'bb'), put(2, 'c')]);
  await store.halveChunks('h', 2, [1]);
  expect(await store.stagedIndexes('h')).toEqual([0, 1, 4]);
  expect(await store.getUpload('h')).toMatchObject({ chunkSize: 1, total: 5, gaps: [2, 3] });
});

test('a transaction that is aborted after its request succeeded counts as a full device', async () => {
  await store.allUploads();
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    const request = put.call(this, value, key);
    request.addEventListener('success', () => {
      const { transaction } = this;
      Object.defineProperty(transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') });
      transaction.abort();
    });
    return request;
  });
  await expect(store.putChunk(chunkOf('a', 0))).rejects.toBeInstanceOf(StorageFullError);
  vi.restoreAllMocks();
  expect(await store.stagedIndexes('a')).toEqual([]);
});

test('a chunk of a recording is on the disk itself before its pieces are deleted', async () => {
  const row = { id: 'r', ownerId: 'u1', protocolId: 'p', name: 'Запись.webm', type: 'video/webm' };
  await store.putRecording({ ...row, chunkSize: 1, hashes: [], nextPiece: 0, size: 0, millis: 0, startedAt: 0 });
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await store.putRecordedChunk(chunkOf('r', 0));
  const written = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  vi.restoreAllMocks();
  expect(written).toEqual([[['recordings', 'chunks'], 'readwrite', { durability: 'strict' }]]);
});

test('a browser that cannot store Blobs gets buffers', async () => {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if ('blob' in value) throw new DOMException('no Blobs here', 'DataCloneError');
    return put.call(this, value, key);
  });
  await store.putChunk(chunkOf('a', 7));
  expect(await (await store.getChunk('a', 7))?.blob.text()).toBe('7');
});

test('lets a newer version of the app upgrade the database', async () => {
  await store.putUpload(rowOf('a'));
  const newer = await openDB(name, databaseVersion + 1);
  expect(newer.version).toBe(databaseVersion + 1);
  newer.close();
});

test('reopens the database when the connection was lost', async () => {
  await store.putUpload(rowOf('a'));
  const transaction = IDBDatabase.prototype.transaction;
  const lost = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The database connection is closing', 'InvalidStateError');
  });
  lost.mockImplementation(function (this: IDBDatabase, ...request) {
    return transaction.apply(this, request);
  });
  expect((await store.getUpload('a'))?.id).toBe('a');
});
