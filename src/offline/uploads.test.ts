import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chunkBytes } from '#contract/upload.ts';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { makeRecording, OfflineBrowser, smallChunk, type Tab } from '#tests/support/offline-browser.ts';
import { StorageFullError } from './store.ts';
import type { UploadState } from './upload-row.ts';
import type { StageChange } from './uploads.ts';

let server: ChunkServer;
let browser: OfflineBrowser;

beforeEach(async () => {
  server = await ChunkServer.start();
  browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
});

afterEach(async () => {
  browser.close();
  await server.stop();
});

const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const stateIn = ({ uploads }: Tab, id: string) => uploads.list().find((view) => view.id === id)?.state;
const reach = (tab: Tab, id: string, state: UploadState) => until(() => expect(stateIn(tab, id)).toBe(state));
const isChunk = (path: string) => path.includes('/upload-chunks');
/** A Blob whose file is gone. */
const unreadable = (error: Error) =>
  Object.assign(new Blob(['lost']), {
    arrayBuffer: () => Promise.reject(error),
    stream: () => new ReadableStream({ type: 'bytes', pull: (controller) => controller.error(error) }),
  });
const gone = (): Blob =>
  Object.assign(unreadable(new DOMException('gone', 'NotReadableError')), { slice: () => gone() });

/** Nothing gets through, and nothing is taken. */
const cutLine = () => 'reset' as const;

describe('a recording', () => {
  test('reaches the server byte for byte, is handed over once, and leaves nothing behind', async () => {
    const tab = await browser.openTab();
    const stages: StageChange[] = [];
    tab.uploads.onStage((change) => stages.push(change));
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    expect([...server.sentIndexes].sort()).toEqual([0, 1, 2]);
    expect(server.callsTo('POST', /process-video/).map(({ body }) => body)).toEqual([{ upload_id: id }]);
    expect(stages).toEqual([
      { protocolId: 'p1', stage: 'video_uploaded' },
      { protocolId: 'p1', stage: 'video_process' },
    ]);
    await until(async () => expect(await tab.store.allUploads()).toEqual([]));
    expect(await tab.store.stagedIndexes(id)).toEqual([]);
  });

  test('shows its way in a snapshot that never goes back', async () => {
    const tab = await browser.openTab();
    const seen: number[] = [];
    tab.uploads.subscribe(() => seen.push(tab.uploads.list()[0]?.sentBytes ?? 0));
    let lost = false;
    server.fault = ({ path, method }) => {
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
    const tab = await browser.openTab();
    await expect(tab.uploads.add('p1', file)).rejects.toMatchObject({ code });
    expect(tab.uploads.list()).toEqual([]);
    expect(await tab.store.allUploads()).toEqual([]);
  });

  test('a second one to the same protocol is refused while the first is on its way', async () => {
    server.fault = cutLine;
    const tab = await browser.openTab();
    await tab.uploads.add('p1', makeRecording());
    await expect(tab.uploads.add('p1', makeRecording())).rejects.toMatchObject({ code: 'already_uploading' });
  });
});

describe('faults', () => {
  test.each([
    ['a reset line', 'reset'],
    ['a reply that is lost after the chunk was taken', 'reset-afterwards'],
    ['a portal’s page', { status: 200, html: '<h1>Войдите в сеть</h1>' }],
    ['an overloaded server', { status: 503, headers: { 'retry-after': '0' } }],
    ['a server that asks for patience', { status: 429, headers: { 'retry-after': '1' } }],
    ['a redirect to a page that answers', { status: 303, headers: { location: '/api/health' } }],
    ['a conflict that the server’s record settles', { status: 409, body: { code: 'chunk_conflict' } }],
    ['somebody else’s JSON', { status: 200, body: { ok: true } }],
    ['a chunk that is said to be broken', { status: 422, body: { code: 'chunk_hash_mismatch' } }],
  ] as const)('%s loses nothing and doubles nothing', async (_, fault) => {
    const tab = await browser.openTab();
    let times = 0;
    server.fault = ({ method, path, fields }) =>
      method === 'POST' && isChunk(path) && fields.chunk_index === '1' && times++ < 2 ? fault : undefined;
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    expect(server.callsTo('POST', /process-video/)).toHaveLength(1);
  });

  test('a server without room is waited for, and said so', async () => {
    const tab = await browser.openTab();
    const full = { code: 'storage_full', message: 'На сервере закончилось место' };
    server.fault = ({ method, path }) => (method === 'POST' && isChunk(path) ? { status: 507, body: full } : undefined);
    const id = await tab.uploads.add('p1', makeRecording());
    await until(() => expect(tab.uploads.list()[0]).toMatchObject({ state: 'wait-server', error: full }));
    server.fault = () => undefined;
    await reach(tab, id, 'done');
  });

  test('a request that ends without an answer since its file is gone asks for the file, not for the line', async () => {
    const tab = await browser.openTab({ putChunk: () => Promise.reject(new StorageFullError()) });
    const file = makeRecording();
    const lost = new DOMException('gone', 'NotReadableError');
    let isGone = false;
    const slice = vi.spyOn(file, 'slice').mockImplementation((from, to) => {
      const blob = Blob.prototype.slice.call(file, from, to);
      blob.slice = (...range) => (isGone ? unreadable(lost) : Blob.prototype.slice.apply(blob, range));
      return isGone ? unreadable(lost) : blob;
    });
    server.fault = ({ method, path }) => {
      if (method !== 'POST' || !isChunk(path)) return undefined;
      isGone = true;
      return 'reset';
    };
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'needs-file');
    expect(tab.uploads.list()[0]?.error?.code).toBe('source_changed');
    server.fault = () => undefined;
    slice.mockRestore();
    expect(await tab.uploads.pickAgain(id, file)).toBe('resumed');
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('a pause is shown once it is kept: a tab that is closed right then leaves it paused', async () => {
    const asked = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<void>();
    const { putUpload } = browser.openStore();
    const tab = await browser.openTab({
      putUpload: async (row) => {
        if (row.state === 'paused') asked.resolve();
        if (row.state === 'paused') await kept.promise;
        return putUpload(row);
      },
    });
    server.fault = cutLine;
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'wait-net');
    await tab.uploads.pause(id);
    await asked.promise;
    await new Promise(setImmediate);
    expect(stateIn(tab, id)).not.toBe('paused');
    kept.resolve();
    await reach(tab, id, 'paused');
    expect((await tab.store.getUpload(id))?.state).toBe('paused');
  });

  test('a chunk that is broken off goes on from where the server has it, again and again', async () => {
    const tab = await browser.openTab();
    let times = 0;
    server.fault = ({ method, path, fields }) =>
      method === 'POST' && isChunk(path) && fields.chunk_index === '1' && times++ < 3
        ? { breakOff: 10_000 }
        : undefined;
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    const sent = server.callsTo('POST', /upload-chunks/).filter(({ fields }) => fields.chunk_index === '1');
    expect(sent.map(({ fields }) => fields.chunk_offset)).toEqual([undefined, '10000', '20000', '30000']);
    expect(sent.map(({ bytes }) => bytes)).toEqual([0, 1, 2, 3].map((times) => smallChunk - 10_000 * times));
  });

  test('a chunk whose beginning the server has lost since goes again whole', async () => {
    const tab = await browser.openTab();
    let times = 0;
    server.fault = ({ method, path, fields }) => {
      if (method !== 'POST' || !isChunk(path) || fields.chunk_index !== '1') return undefined;
      if (times++ === 0) return { breakOff: 10_000 };
      if (fields.chunk_offset !== undefined) server.uploads.get(fields.upload_id ?? '')?.partial.clear();
      return undefined;
    };
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    const sent = server.callsTo('POST', /upload-chunks/).filter(({ fields }) => fields.chunk_index === '1');
    expect(sent.map(({ fields }) => fields.chunk_offset)).toEqual([undefined, '10000', undefined]);
  });

  test('a broken byte before the cut is found with the rest, and the chunk goes again whole', async () => {
    const tab = await browser.openTab();
    let times = 0;
    server.fault = ({ method, path, fields }) => {
      if (method !== 'POST' || !isChunk(path) || fields.chunk_index !== '1') return undefined;
      if (times++ === 0) return { breakOff: 10_000 };
      server.uploads
        .get(fields.upload_id ?? '')
        ?.partial.get(1)
        ?.write('flipped');
      return undefined;
    };
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    expect(server.sentIndexes.filter((index) => index === 1)).toHaveLength(3);
  });

  test('a hand-over whose reply is lost is asked for again', async () => {
    const tab = await browser.openTab();
    let lost = false;
    server.fault = ({ path }) => {
      if (!path.endsWith('/process-video') || lost) return undefined;
      lost = true;
      return 'reset-afterwards';
    };
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'done');
    expect(server.callsTo('POST', /process-video/)).toHaveLength(2);
  });

  test('a refusal is shown in the server’s words, and goes on when asked again', async () => {
    const tab = await browser.openTab();
    server.fault = ({ path }) =>
      isChunk(path) ? { status: 403, body: { code: 'forbidden', message: 'Нельзя' } } : undefined;
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'failed');
    expect(tab.uploads.list()[0]?.error).toEqual({ code: 'forbidden', message: 'Нельзя' });
    server.fault = () => undefined;
    await tab.uploads.retry(id);
    await reach(tab, id, 'done');
  });

  // Where the disk is full before the quota is, Chromium breaks off with DataError, then closes the database for good.
  test.each([
    ['over its quota', new StorageFullError()],
    ['with a full disk', new DOMException('Failed to write blobs (IOError)', 'DataError')],
    ['whose database is gone', new DOMException('Internal error opening backing store', 'UnknownError')],
  ])('a device %s warns and goes on from the file', async (_, error) => {
    server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const tab = await browser.openTab({ putChunk: () => Promise.reject(error) });
    const id = await tab.uploads.add('p1', makeRecording());
    await until(() => expect(tab.uploads.list()[0]).toMatchObject({ keepTabOpen: true, staged: false }));
    server.fault = () => undefined;
    await reach(tab, id, 'done');
  });
});

describe('what the device has no room for at all', () => {
  test('is driven under its lock, so that no other tab does beside it', async () => {
    server.fault = cutLine;
    const tab = await browser.openTab({ putUpload: () => Promise.reject(new StorageFullError()) });
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'wait-net');
    const { held } = await navigator.locks.query();
    expect(held?.map(({ name }) => name)).toContain(`upload:${id}`);
    server.fault = () => undefined;
    await reach(tab, id, 'done');
  });

  test('takes its file again', async () => {
    const none = () => Promise.reject(new StorageFullError());
    const tab = await browser.openTab({ putUpload: none, putChunk: none });
    const file = makeRecording();
    let isGone = false;
    const slice = vi.spyOn(file, 'slice').mockImplementation((...range) => {
      return isGone ? gone() : Blob.prototype.slice.apply(file, range);
    });
    server.fault = ({ method, path }) => {
      if (method !== 'POST' || !isChunk(path)) return undefined;
      isGone = true;
      return 'reset';
    };
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'needs-file');
    server.fault = () => undefined;
    slice.mockRestore();
    expect(await tab.uploads.pickAgain(id, file)).toBe('resumed');
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });
});

describe('cleared storage', () => {
  test('a pause is ended by the person, and the file of this tab goes on', async () => {
    server.fault = cutLine;
    const tab = await browser.openTab();
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'wait-net');
    await tab.uploads.pause(id);
    await reach(tab, id, 'paused');
    server.fault = () => undefined;
    await tab.store.deleteUpload(id);
    await tab.uploads.resume(id);
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('without the file the person is asked for it', async () => {
    server.fault = cutLine;
    const before = await browser.openTab();
    const file = makeRecording();
    const id = await before.uploads.add('p1', file);
    await until(async () => expect(await before.store.stagedIndexes(id)).toEqual([0, 1, 2]));
    await before.uploads.pause(id);
    await until(async () => expect((await before.store.getUpload(id))?.state).toBe('paused'));
    before.close();
    const tab = await browser.openTab();
    await reach(tab, id, 'paused');
    server.fault = () => undefined;
    await tab.store.deleteUpload(id);
    await tab.uploads.resume(id);
    await reach(tab, id, 'needs-file');
    expect(await tab.uploads.pickAgain(id, file)).toBe('resumed');
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('a copy that it ran into leaves no chunk behind, and goes on once the row is kept again', async () => {
    server.fault = cutLine;
    const kept = browser.openStore();
    const left: number[][] = [];
    const struck = Promise.withResolvers<void>();
    let isStriking = false;
    const tab = await browser.openTab({
      async putUpload(...given) {
        if (isStriking) await struck.promise;
        return kept.putUpload(...given);
      },
      async putChunk(chunk) {
        const isFirst = left.length === 0;
        isStriking = isFirst;
        if (isFirst) await kept.deleteUpload(chunk.uploadId);
        const isKept = await kept.putChunk(chunk);
        if (isFirst) left.push(await kept.stagedIndexes(chunk.uploadId));
        struck.resolve();
        return isKept;
      },
    });
    const id = await tab.uploads.add('p1', makeRecording());
    await until(async () => {
      const isKept = (await kept.getUpload(id)) !== undefined;
      expect([isKept, await kept.stagedIndexes(id)]).toEqual([true, [0, 1, 2]]);
    });
    expect(left).toEqual([[]]);
  });

  test('a device that no longer reads what it kept sends what this tab holds', async () => {
    const lost = () => Promise.reject(new DOMException('Internal error opening backing store', 'UnknownError'));
    const tab = await browser.openTab({ getUpload: lost, putChunk: lost });
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });
});

describe('the session', () => {
  test('an expired token is refreshed once for all, and the upload goes on', async () => {
    browser.signIn('u1', 'old');
    server.tokens = new Set(['new']);
    server.refresh = () => ({ status: 200, body: { token: 'new' } });
    const tab = await browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'done');
    expect(server.callsTo('POST', /refresh/)).toHaveLength(1);
    expect(browser.local.get('token')).toBe('new');
  });

  test('what was begun by one person is not sent in the name of the next', async () => {
    const tab = await browser.openTab();
    // In another tab, just while the chunk is on its way.
    server.fault = ({ path, token }) => {
      if (!isChunk(path) || token !== 'token-of-u1') return undefined;
      browser.signIn('u2');
      return { status: 401, body: { code: 'unauthorized' } };
    };
    const id = await tab.uploads.add('p1', makeRecording());
    await until(async () => expect((await tab.store.getUpload(id))?.state).toBe('wait-auth'));
    expect(server.calls.filter(({ token }) => token === 'token-of-u2')).toEqual([]);
  });

  test('a new token that is refused too is tried again later, and nobody has to act', async () => {
    server.tokens = new Set();
    server.refresh = () => ({ status: 200, body: { token: 'new' } });
    const tab = await browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'wait-server');
    server.tokens.add('new');
    await reach(tab, id, 'done');
  });

  test('a refresh without an answer signs nobody out', async () => {
    server.tokens = new Set(['new']);
    let answers = 0;
    server.refresh = () => (answers++ < 2 ? 'reset' : { status: 200, body: { token: 'new' } });
    const tab = await browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'done');
    expect(browser.local.get('user_id')).toBe('u1');
  });

  test('a refused refresh signs out; the queue stays, unseen by others, and goes on for its owner', async () => {
    server.tokens = new Set(['good']);
    const tab = await browser.openTab();
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await until(() => expect(tab.uploads.list()).toEqual([]));
    expect(browser.local.has('token')).toBe(false);
    await tab.session.save({ token: 'good', userId: 'u2' });
    expect(tab.uploads.list()).toEqual([]);
    expect(await tab.store.allUploads()).toHaveLength(1);
    expect(server.sentIndexes.filter((_, at) => server.calls[at]?.token === 'good')).toEqual([]);
    await tab.session.save({ token: 'good', userId: 'u1' });
    await reach(tab, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });
});

test('what is read for one person is not shown to the one who signed in meanwhile', async () => {
  server.fault = cutLine;
  const before = await browser.openTab();
  const id = await before.uploads.add('p1', makeRecording());
  await before.uploads.pause(id);
  await until(async () => expect((await before.store.getUpload(id))?.state).toBe('paused'));
  before.close();
  server.fault = () => undefined;
  browser.signIn('u2');
  const reading = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  const { stagedIndexes } = before.store;
  const tab = await browser.openTab({
    async stagedIndexes(of) {
      if (of !== id) return stagedIndexes(of);
      reading.resolve();
      await read.promise;
      return [];
    },
  });
  const seen = new Set<string>();
  tab.uploads.subscribe(() => {
    for (const view of tab.uploads.list()) seen.add(view.id);
  });
  await tab.session.save({ token: 'token-of-u1', userId: 'u1' });
  await reading.promise;
  await tab.session.save({ token: 'token-of-u2', userId: 'u2' });
  read.resolve();
  const own = await tab.uploads.add('p2', makeRecording());
  await reach(tab, own, 'done');
  expect([...seen]).toEqual([own]);
});

describe('several tabs', () => {
  test('send no chunk twice and show the same', async () => {
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    const id = await one.uploads.add('p1', makeRecording());
    await until(() => expect(stateIn(other, id)).toBeDefined());
    await reach(one, id, 'done');
    expect([...server.sentIndexes].sort()).toEqual([0, 1, 2]);
  });

  test('the other one takes over when the tab that sends is gone', async () => {
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const file = makeRecording();
    const id = await one.uploads.add('p1', file);
    await until(() => expect(one.uploads.list()[0]?.staged).toBe(true));
    one.close();
    server.fault = () => undefined;
    await reach(other, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('a tab that opened later goes on with the file itself', async () => {
    server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const one = await browser.openTab({ putChunk: () => Promise.reject(new StorageFullError()) });
    const file = makeRecording();
    const id = await one.uploads.add('p1', file);
    const other = await browser.openTab();
    await until(() => expect(stateIn(other, id)).toBe('wait-net'));
    one.close();
    server.fault = () => undefined;
    await reach(other, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('a command reaches the tab that sends', async () => {
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const id = await one.uploads.add('p1', makeRecording());
    await until(() => expect(stateIn(other, id)).toBe('wait-net'));
    await other.uploads.pause(id);
    await reach(one, id, 'paused');
    await reach(other, id, 'paused');
  });
});

describe('a new start of the browser', () => {
  test('goes on from what is staged', async () => {
    server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const before = await browser.openTab();
    const file = makeRecording();
    const id = await before.uploads.add('p1', file);
    await until(() => expect(before.uploads.list()[0]?.staged).toBe(true));
    before.close();
    server.fault = () => undefined;
    const after = await browser.openTab();
    await reach(after, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('keeps a pause, and everything for its end', async () => {
    server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const before = await browser.openTab();
    const id = await before.uploads.add('p1', makeRecording());
    await before.uploads.pause(id);
    await until(async () => expect(await before.store.stagedIndexes(id)).toHaveLength(3));
    before.close();
    server.fault = () => undefined;
    const after = await browser.openTab();
    expect(stateIn(after, id)).toBe('paused');
    await after.uploads.resume(id);
    await reach(after, id, 'done');
  });

  test('asks for the file where it was not staged, and knows it again by its bytes', async () => {
    server.fault = ({ method, fields }) => (method === 'POST' && fields.chunk_index === '2' ? 'reset' : undefined);
    const before = await browser.openTab({ putChunk: () => Promise.reject(new StorageFullError()) });
    const file = makeRecording();
    const id = await before.uploads.add('p1', file);
    await until(() => expect(before.uploads.list()[0]?.acknowledgedChunks).toBe(2));
    before.close();
    const after = await browser.openTab();
    await reach(after, id, 'needs-file');
    // Not before: what the closed tab had already sent would still be taken.
    server.fault = () => undefined;
    expect(await after.uploads.pickAgain(id, makeRecording(file.size, file.name))).toBe('different');
    expect(await after.uploads.pickAgain(id, new File([file], 'другое имя.mp4'))).toBe('resumed');
    await reach(after, id, 'done');
    expect(server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('finishes the hand-over of a tab that died before its time', async () => {
    let due = false;
    server.fault = ({ path }) => (path.endsWith('/process-video') && !due ? 'reset' : undefined);
    const before = await browser.openTab();
    const id = await before.uploads.add('p1', makeRecording());
    await reach(before, id, 'verifying');
    before.close();
    due = true;
    const after = await browser.openTab();
    await until(async () => expect(await after.store.allUploads()).toEqual([]));
    expect(server.callsTo('POST', /process-video/).at(-1)?.body).toEqual({ upload_id: id });
  });
});

describe('cancelling', () => {
  test('tells the server and leaves nothing', async () => {
    server.fault = ({ method, fields }) => (method === 'POST' && fields.chunk_index === '1' ? 'reset' : undefined);
    const tab = await browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await until(() => expect(tab.uploads.list()[0]?.acknowledgedChunks).toBeGreaterThan(0));
    await tab.uploads.cancel(id);
    await until(() => expect(tab.uploads.list()).toEqual([]));
    await until(async () => expect(await tab.store.allUploads()).toEqual([]));
    // A chunk that was being copied just then goes too.
    await until(async () => expect(await tab.store.stagedIndexes(id)).toEqual([]));
    expect(server.uploads.has(id)).toBe(false);
  });

  test('waits for the line, and does not stand in the way of another recording', async () => {
    server.fault = ({ method, fields }) => (method === 'POST' && fields.chunk_index === '1' ? 'reset' : undefined);
    const tab = await browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await until(() => expect(tab.uploads.list()[0]?.acknowledgedChunks).toBeGreaterThan(0));
    server.fault = cutLine;
    await tab.uploads.cancel(id);
    await reach(tab, id, 'cancelling');
    const next = await tab.uploads.add('p1', makeRecording());
    server.fault = () => undefined;
    await reach(tab, next, 'done');
    expect(server.callsTo('DELETE', /upload-chunks/).some(({ path }) => path.includes(id))).toBe(true);
  });
});

test('what never left the device is cancelled without the line', async () => {
  const tab = await browser.openTab();
  server.fault = cutLine;
  const id = await tab.uploads.add('p1', makeRecording());
  await tab.uploads.cancel(id);
  await until(() => expect(tab.uploads.list()).toEqual([]));
  expect(await tab.store.allUploads()).toEqual([]);
});

describe('a plain provider', () => {
  test('gets the three named fields, one chunk after the other, no question, and the hand-over', async () => {
    server.capabilities = undefined;
    const tab = await browser.openTab();
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(server.sentIndexes).toEqual([0, 1, 2]);
    expect(Object.keys(server.callsTo('POST', /upload-chunks/)[0]?.fields ?? {})).toEqual([
      'total_chunks',
      'chunk_index',
    ]);
    expect(server.fileOf('plain').equals(await bytesOf(file))).toBe(true);
    expect(server.callsTo('GET', /upload-chunks/)).toEqual([]);
    expect(server.callsTo('POST', /process-video/).map(({ body }) => body)).toEqual([undefined]);
  });

  test.each([
    [
      'that answers the hand-over in words',
      { status: 200, html: 'принято', headers: { 'content-type': 'text/plain' } },
    ],
    ['that is at it already', { status: 409, body: { code: 'already_processing', message: 'Уже обрабатывается' } }],
  ])('%s is asked once', async (_, reply) => {
    server.capabilities = undefined;
    server.fault = ({ path }) => (path.endsWith('/process-video') ? reply : undefined);
    const tab = await browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'done');
    expect(server.callsTo('POST', /process-video/)).toHaveLength(1);
  });

  test('that takes a megabyte at most gets chunks of a megabyte', async () => {
    server.capabilities = undefined;
    server.fault = ({ bytes }) => (bytes > 1024 * 1024 ? { status: 413, html: '<h1>413</h1>' } : undefined);
    const tab = await browser.openTab({}, chunkBytes);
    const file = makeRecording(chunkBytes + 5);
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(server.fileOf('plain').equals(await bytesOf(file))).toBe(true);
  });
});
