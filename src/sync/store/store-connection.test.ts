import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { makeRecording, OfflineBrowser, smallChunk } from '#tests/support/offline-browser.ts';
import { newRow } from '../uploads/finish-recording.ts';
import { createStore } from './store.ts';
import type { DatabaseShape } from './store-connection.ts';
import { databaseVersion, upgradeDatabase } from './store-schema.ts';

let name: string;

beforeEach(() => {
  name = `connection-${randomUUID()}`;
});

const file = new File(['ab'], 'a.mp4');
const rowOf = (id: string) => newRow(file, { id, ownerId: 'u1', protocolId: 'p', chunkSize: 1, now: 0 });
const idsIn = async (store: ReturnType<typeof createStore>) => (await store.uploadsOf('u1')).map(({ id }) => id);

/** The next version of the app: one more store. */
const next: DatabaseShape = {
  version: databaseVersion + 1,
  upgrade(database, from) {
    upgradeDatabase(database, from);
    if (from <= databaseVersion) (database as unknown as IDBPDatabase).createObjectStore('added');
  },
};

test('migrates every row of the first version of the database', async () => {
  const first = await openDB(name, 1, {
    upgrade(database) {
      database.createObjectStore('uploads', { keyPath: 'id' }).createIndex('owner', 'ownerId');
      database.createObjectStore('chunks', { keyPath: ['uploadId', 'index'] });
      database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true }).createIndex('owner', 'ownerId');
      database.createObjectStore('session');
    },
  });
  await first.put('uploads', rowOf('a'));
  await first.put('uploads', rowOf('b'));
  await first.put('chunks', { uploadId: 'a', index: 1, blob: new Blob(['1']), sha256: 'h1' });
  await first.put('session', { token: 't', replaced: null, userId: 'u1' }, 'session');
  first.close();
  const store = createStore(name);
  expect(await store.uploadsOf('u1')).toEqual([rowOf('a'), rowOf('b')]);
  expect(await (await store.getChunk('a', 1))?.blob.text()).toBe('1');
  expect((await store.readSession())?.token).toBe('t');
  expect(await store.renamedIds('u1')).toEqual([]);
  expect(store.schemaStatus()).toBe('current');
});

test('an older page lets a newer version upgrade, reports it at once, and keeps working', async () => {
  const older = createStore(name);
  const heard = vi.fn();
  older.subscribe(heard);
  await older.putUpload(rowOf('a'));
  const newer = createStore(name, next);
  expect(await idsIn(newer)).toEqual(['a']);
  expect([older.schemaStatus(), newer.schemaStatus()]).toEqual(['newer', 'current']);
  expect(heard).toHaveBeenCalledTimes(1);
  await older.putUpload(rowOf('b'));
  await older.putChunk({ uploadId: 'b', index: 0, blob: new Blob(['0']), sha256: 'h0' });
  expect(await idsIn(older)).toEqual(['a', 'b']);
  expect(await idsIn(newer)).toEqual(['a', 'b']);
  expect(await newer.stagedIndexes('b')).toEqual([0]);
  await newer.deleteUpload('a');
  expect(await idsIn(older)).toEqual(['b']);
});

test('writes under way during an upgrade by a newer version all arrive', async () => {
  const older = createStore(name);
  await older.putUpload(rowOf('a'));
  const ids = Array.from({ length: 40 }, (_, index) => `row-${String(index).padStart(2, '0')}`);
  const writes = ids.slice(0, 20).map((id) => older.putUpload(rowOf(id)));
  const newer = createStore(name, next);
  const upgraded = newer.allUploads();
  writes.push(...ids.slice(20).map((id) => older.putUpload(rowOf(id))));
  await Promise.all([...writes, upgraded]);
  expect(await idsIn(newer)).toEqual(['a', ...ids]);
});

test('a page opened after a rollback works with the newer database', async () => {
  const newer = createStore(name, next);
  await newer.putUpload(rowOf('a'));
  newer.close();
  const older = createStore(name);
  expect(await idsIn(older)).toEqual(['a']);
  // Loading the page anew would change nothing.
  expect(older.schemaStatus()).toBe('current');
});

test('an older page that had closed the database finds that it is outdated', async () => {
  const older = createStore(name);
  await older.putUpload(rowOf('a'));
  older.close();
  const newer = createStore(name, next);
  await newer.allUploads();
  expect(await idsIn(older)).toEqual(['a']);
  expect(older.schemaStatus()).toBe('newer');
});

test('waits for a page that does not close the database, reports it, and goes on afterwards', async () => {
  const older = createStore(name);
  await older.putUpload(rowOf('a'));
  older.close();
  // Stands for a frozen page, whose script receives no events.
  const frozen = await openDB(name, databaseVersion);
  const newer = createStore(name, next);
  const rows = idsIn(newer);
  await vi.waitFor(() => expect(newer.schemaStatus()).toBe('blocked'), { timeout: 10_000 });
  frozen.close();
  expect(await rows).toEqual(['a']);
  expect(newer.schemaStatus()).toBe('current');
});

test('a cleared device does not count as a newer version', async () => {
  const store = createStore(name);
  await store.putUpload(rowOf('a'));
  await deleteDB(name);
  expect(await idsIn(store)).toEqual([]);
  expect(store.schemaStatus()).toBe('current');
});

test('an upload of an older page continues through the upgrade, and its row is deleted at the end', async () => {
  const server = await ChunkServer.start();
  const browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
  const tab = await browser.openTab();
  const chunks: string[] = [];
  let newer: ReturnType<typeof createStore> | undefined;
  let kept: Promise<string[]> | undefined;
  server.fault = ({ method, path, fields }) => {
    if (method !== 'POST' || !path.includes('/upload-chunks')) return undefined;
    chunks.push(fields.chunk_index ?? '');
    // Another tab takes the update in the middle of it.
    if (chunks.length === 3) {
      newer = browser.openStore(next);
      kept = idsIn(newer);
    }
    return undefined;
  };
  const file = makeRecording(8 * smallChunk);
  const id = await tab.uploads.add('p1', file);
  await vi.waitFor(() => expect(tab.uploads.list()[0]?.state).toBe('done'), { timeout: 10_000 });
  expect(tab.store.schemaStatus()).toBe('newer');
  expect(await kept).toEqual([id]);
  expect(server.fileOf(id).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
  expect([...chunks].sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  await vi.waitFor(async () => expect(await newer?.allUploads()).toEqual([]), { timeout: 10_000 });
  expect(await newer?.stagedIndexes(id)).toEqual([]);
  browser.close();
  await server.stop();
});
