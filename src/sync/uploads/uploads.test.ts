import { describe, expect, test } from 'vitest';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { makeRecording } from '#tests/support/offline-browser.ts';
import { bytesOf, cutLine, eachWithUploads, isChunk, reach, stateIn, until } from '#tests/support/uploads-stand.ts';
import { StorageFullError } from '../store/store.ts';
import type { UploadRow } from '../store/upload-row.ts';
import { faults } from './faults.ts';
import type { StageChange } from './uploads-channel.ts';

const stand = eachWithUploads();

describe('a recording', () => {
  test('reaches the server byte for byte, is handed over once, and leaves nothing behind', async () => {
    const tab = await stand.browser.openTab();
    const stages: StageChange[] = [];
    tab.uploads.onStage((change) => stages.push(change));
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    expect([...stand.server.sentIndexes].sort()).toEqual([0, 1, 2]);
    expect(stand.server.callsTo('POST', /process-video/).map(({ body }) => body)).toEqual([{ upload_id: id }]);
    expect(stages).toEqual([
      { protocolId: 'p1', stage: 'video_uploaded', uploadId: id },
      { protocolId: 'p1', stage: 'video_process', uploadId: id },
    ]);
    await until(async () => expect(await tab.store.allUploads()).toEqual([]));
    expect(await tab.store.stagedIndexes(id)).toEqual([]);
  });

  test('waits for a server that has all of it and still verifies other uploads', async () => {
    const tab = await stand.browser.openTab();
    let times = 0;
    stand.server.fault = ({ method, path }) => {
      if (method !== 'GET' || !isChunk(path) || times++ > 8) return undefined;
      const upload_id = new URLSearchParams(path.split('?')[1]).get('upload_id');
      const data = { upload_id, state: 'receiving', received: [[0, 2]], total_chunks: 3 };
      return { status: 200, body: { data } };
    };
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'done');
    expect(stand.server.callsTo('POST', /upload-chunks/)).toHaveLength(3);
  });

  test('shows its way in a snapshot that never goes back', async () => {
    const tab = await stand.browser.openTab();
    const seen: number[] = [];
    tab.uploads.subscribe(() => seen.push(tab.uploads.list()[0]?.sentBytes ?? 0));
    let lost = false;
    stand.server.fault = ({ path, method }) => {
      if (lost || method !== 'POST' || !isChunk(path)) return undefined;
      lost = true;
      return 'reset';
    };
    await reach(tab, await tab.uploads.add('p1', makeRecording()), 'done');
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(tab.uploads.list()).toBe(tab.uploads.list());
  });

  test.each([
    ['an empty file', new File([], 'пусто.mp4'), 'empty_file'],
    ['what is no video', new File(['%PDF-1.7 …'], 'видео.mp4', { type: 'video/mp4' }), 'not_video'],
  ])('%s is refused before anything is queued', async (_, file, code) => {
    const tab = await stand.browser.openTab();
    await expect(tab.uploads.add('p1', file)).rejects.toMatchObject({ code });
    expect(tab.uploads.list()).toEqual([]);
    expect(await tab.store.allUploads()).toEqual([]);
  });

  test('a second one to the same protocol is refused while the first is uploading', async () => {
    stand.server.fault = cutLine;
    const tab = await stand.browser.openTab();
    await tab.uploads.add('p1', makeRecording());
    await expect(tab.uploads.add('p1', makeRecording())).rejects.toMatchObject({ code: 'already_uploading' });
  });
});

describe('several tabs', () => {
  test('show the same upload and send no chunk twice', async () => {
    const [one, other] = [await stand.browser.openTab(), await stand.browser.openTab()];
    const id = await one.uploads.add('p1', makeRecording());
    await until(() => expect(stateIn(other, id)).toBeDefined());
    await reach(one, id, 'done');
    expect([...stand.server.sentIndexes].sort()).toEqual([0, 1, 2]);
  });

  test('the other one takes over when the sending tab is closed', async () => {
    const [one, other] = [await stand.browser.openTab(), await stand.browser.openTab()];
    stand.server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const file = makeRecording();
    const id = await one.uploads.add('p1', file);
    await until(() => expect(one.uploads.list()[0]?.staged).toBe(true));
    one.close();
    stand.server.fault = () => undefined;
    await reach(other, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('a tab that opened later goes on with the file itself', async () => {
    stand.server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const one = await stand.browser.openTab({ putChunk: () => Promise.reject(new StorageFullError()) });
    const file = makeRecording();
    const id = await one.uploads.add('p1', file);
    const other = await stand.browser.openTab();
    await until(() => expect(stateIn(other, id)).toBe('wait-net'));
    one.close();
    stand.server.fault = () => undefined;
    await reach(other, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('a command reaches the tab that sends', async () => {
    const [one, other] = [await stand.browser.openTab(), await stand.browser.openTab()];
    stand.server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const id = await one.uploads.add('p1', makeRecording());
    await until(() => expect(stateIn(other, id)).toBe('wait-net'));
    await other.uploads.pause(id);
    await reach(one, id, 'paused');
    await reach(other, id, 'paused');
  });
});

describe('a restart of the browser', () => {
  test('continues with the staged chunks', async () => {
    stand.server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const before = await stand.browser.openTab();
    const file = makeRecording();
    const id = await before.uploads.add('p1', file);
    await until(() => expect(before.uploads.list()[0]?.staged).toBe(true));
    before.close();
    stand.server.fault = () => undefined;
    const after = await stand.browser.openTab();
    await reach(after, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('keeps a pause, and all chunks for the resume', async () => {
    stand.server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const before = await stand.browser.openTab();
    const id = await before.uploads.add('p1', makeRecording());
    await before.uploads.pause(id);
    await until(async () => expect(await before.store.stagedIndexes(id)).toHaveLength(3));
    before.close();
    stand.server.fault = () => undefined;
    const after = await stand.browser.openTab();
    expect(stateIn(after, id)).toBe('paused');
    await after.uploads.resume(id);
    await reach(after, id, 'done');
  });

  test('asks for the file where it was not staged, and recognises it by its bytes', async () => {
    stand.server.fault = ({ method, fields }) =>
      method === 'POST' && fields.chunk_index === '2' ? 'reset' : undefined;
    const before = await stand.browser.openTab({ putChunk: () => Promise.reject(new StorageFullError()) });
    const file = makeRecording();
    const id = await before.uploads.add('p1', file);
    await until(() => expect(before.uploads.list()[0]?.acknowledgedChunks).toBe(2));
    before.close();
    const after = await stand.browser.openTab();
    await reach(after, id, 'needs-file');
    // Not before: what the closed tab had already sent would still be taken.
    stand.server.fault = () => undefined;
    expect(await after.uploads.pickAgain(id, makeRecording(file.size, file.name))).toBe('different');
    expect(await after.uploads.pickAgain(id, new File([file], 'другое имя.mp4'))).toBe('resumed');
    await reach(after, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('detects a changed file although the digests of the sent chunks were lost in the crash', async () => {
    const crashing = stand.browser.openStore();
    const putUpload = (row: UploadRow) => crashing.putUpload({ ...row, hashes: row.hashes.map(() => null) });
    stand.server.fault = ({ method, fields }) =>
      method === 'POST' && fields.chunk_index === '1' ? 'reset' : undefined;
    const before = await stand.browser.openTab({ putUpload, putChunk: () => Promise.reject(new StorageFullError()) });
    const file = makeRecording();
    const id = await before.uploads.add('p1', file);
    await until(() => expect(before.uploads.list()[0]?.acknowledgedChunks).toBeGreaterThan(0));
    before.close();
    crashing.close();
    const after = await stand.browser.openTab();
    await reach(after, id, 'needs-file');
    stand.server.fault = () => undefined;
    const changed = await bytesOf(file);
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
    await after.uploads.pickAgain(id, new File([changed], file.name, { type: file.type }));
    await reach(after, id, 'failed');
    expect(after.uploads.list()[0]?.error).toEqual(faults.differs);
    await after.uploads.retry(id);
    await reach(after, id, 'done');
    expect(stand.server.fileOf(after.uploads.list()[0]?.uploadId ?? '').equals(changed)).toBe(true);
  });

  test('finishes the hand-over of a tab that was closed before it was due', async () => {
    let due = false;
    stand.server.fault = ({ path }) => (path.endsWith('/process-video') && !due ? 'reset' : undefined);
    const before = await stand.browser.openTab();
    const id = await before.uploads.add('p1', makeRecording());
    await reach(before, id, 'verifying');
    before.close();
    due = true;
    const after = await stand.browser.openTab();
    await until(async () => expect(await after.store.allUploads()).toEqual([]));
    expect(stand.server.callsTo('POST', /process-video/).at(-1)?.body).toEqual({ upload_id: id });
  });
});

describe('cancelling', () => {
  test('tells the server and leaves nothing behind', async () => {
    stand.server.fault = ({ method, fields }) =>
      method === 'POST' && fields.chunk_index === '1' ? 'reset' : undefined;
    const tab = await stand.browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await until(() => expect(tab.uploads.list()[0]?.acknowledgedChunks).toBeGreaterThan(0));
    await tab.uploads.cancel(id);
    await until(() => expect(tab.uploads.list()).toEqual([]));
    await until(async () => expect(await tab.store.allUploads()).toEqual([]));
    // A chunk that was being copied at that moment is deleted too.
    await until(async () => expect(await tab.store.stagedIndexes(id)).toEqual([]));
    expect(stand.server.uploads.has(id)).toBe(false);
  });

  test('waits for the connection, and does not block another recording', async () => {
    stand.server.fault = ({ method, fields }) =>
      method === 'POST' && fields.chunk_index === '1' ? 'reset' : undefined;
    const tab = await stand.browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await until(() => expect(tab.uploads.list()[0]?.acknowledgedChunks).toBeGreaterThan(0));
    stand.server.fault = cutLine;
    await tab.uploads.cancel(id);
    await reach(tab, id, 'cancelling');
    const next = await tab.uploads.add('p1', makeRecording());
    stand.server.fault = () => undefined;
    await reach(tab, next, 'done');
    expect(stand.server.callsTo('DELETE', /upload-chunks/).some(({ path }) => path.includes(id))).toBe(true);
  });
});

test('an upload that was never sent is cancelled offline', async () => {
  const tab = await stand.browser.openTab();
  stand.server.fault = cutLine;
  const id = await tab.uploads.add('p1', makeRecording());
  await tab.uploads.cancel(id);
  await until(() => expect(tab.uploads.list()).toEqual([]));
  await until(async () => expect(await tab.store.allUploads()).toEqual([]));
});

describe('a plain provider', () => {
  test('gets only the named fields, one chunk at a time, no query of the state, and the hand-over', async () => {
    stand.server.capabilities = undefined;
    const tab = await stand.browser.openTab();
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(stand.server.sentIndexes).toEqual([0, 1, 2]);
    expect(Object.keys(stand.server.callsTo('POST', /upload-chunks/)[0]?.fields ?? {})).toEqual([
      'total_chunks',
      'chunk_index',
    ]);
    expect(stand.server.fileOf('plain').equals(await bytesOf(file))).toBe(true);
    expect(stand.server.callsTo('GET', /upload-chunks/)).toEqual([]);
    expect(stand.server.callsTo('POST', /process-video/).map(({ body }) => body)).toEqual([undefined]);
  });

  test.each([
    [
      'that answers the hand-over in words',
      { status: 200, html: 'принято', headers: { 'content-type': 'text/plain' } },
    ],
    ['that is at it already', { status: 409, body: { code: 'already_processing', message: 'Уже обрабатывается' } }],
  ])('%s is asked once', async (_, reply) => {
    stand.server.capabilities = undefined;
    stand.server.fault = ({ path }) => (path.endsWith('/process-video') ? reply : undefined);
    const tab = await stand.browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'done');
    expect(stand.server.callsTo('POST', /process-video/)).toHaveLength(1);
  });

  test('that takes a megabyte at most gets chunks of a megabyte', async () => {
    stand.server.capabilities = undefined;
    stand.server.fault = ({ bytes }) => (bytes > 1024 * 1024 ? { status: 413, html: '<h1>413</h1>' } : undefined);
    const tab = await stand.browser.openTab({}, chunkBytes);
    const file = makeRecording(chunkBytes + 5);
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(stand.server.fileOf('plain').equals(await bytesOf(file))).toBe(true);
  });
});
