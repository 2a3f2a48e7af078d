import { describe, expect, test, vi } from 'vitest';
import { makeRecording, smallChunk } from '#tests/support/offline-browser.ts';
import {
  bytesOf,
  cutLine,
  eachWithUploads,
  gone,
  isChunk,
  reach,
  stateIn,
  unreadable,
  until,
} from '#tests/support/uploads-stand.ts';
import { StorageFullError } from '../store/store.ts';

const stand = eachWithUploads();

describe('faults', () => {
  test.each([
    ['a reset connection', 'reset'],
    ['a reply that is lost after the chunk was taken', 'reset-afterwards'],
    ['a portal’s page', { status: 200, html: '<h1>Войдите в сеть</h1>' }],
    ['an overloaded server', { status: 503, headers: { 'retry-after': '0' } }],
    ['a server that asks for patience', { status: 429, headers: { 'retry-after': '1' } }],
    ['a redirect to a page that answers', { status: 303, headers: { location: '/api/health' } }],
    ['a conflict that the server’s record settles', { status: 409, body: { code: 'chunk_conflict' } }],
    ['somebody else’s JSON', { status: 200, body: { ok: true } }],
    ['a chunk that is said to be broken', { status: 422, body: { code: 'chunk_hash_mismatch' } }],
  ] as const)('%s neither loses nor duplicates data', async (_, fault) => {
    const tab = await stand.browser.openTab();
    let times = 0;
    stand.server.fault = ({ method, path, fields }) =>
      method === 'POST' && isChunk(path) && fields.chunk_index === '1' && times++ < 2 ? fault : undefined;
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    expect(stand.server.callsTo('POST', /process-video/)).toHaveLength(1);
  });

  test.each([
    ['nothing', { status: 204 }],
    ['JSON of its own', { status: 200, body: { ok: true } }],
  ] as const)('something in the server’s place that answers %s does not acknowledge a chunk', async (_, fault) => {
    const tab = await stand.browser.openTab();
    let answers = 0;
    stand.server.fault = ({ path, fields }) => {
      if (isChunk(path) && fields.chunk_index === '1') answers = Math.max(answers, 1);
      return answers > 0 && answers++ < 6 ? fault : undefined;
    };
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('a server without disk space is waited for, with its message shown', async () => {
    const tab = await stand.browser.openTab();
    const full = { code: 'storage_full', message: 'На сервере закончилось место' };
    stand.server.fault = ({ method, path }) =>
      method === 'POST' && isChunk(path) ? { status: 507, body: full } : undefined;
    const id = await tab.uploads.add('p1', makeRecording());
    await until(() => expect(tab.uploads.list()[0]).toMatchObject({ state: 'wait-server', error: full }));
    stand.server.fault = () => undefined;
    await reach(tab, id, 'done');
  });

  test('a request that fails because its file is gone asks for the file, not for the connection', async () => {
    const tab = await stand.browser.openTab({ putChunk: () => Promise.reject(new StorageFullError()) });
    const file = makeRecording();
    const lost = new DOMException('gone', 'NotReadableError');
    let isGone = false;
    const slice = vi.spyOn(file, 'slice').mockImplementation((from, to) => {
      const blob = Blob.prototype.slice.call(file, from, to);
      blob.slice = (...range) => (isGone ? unreadable(lost) : Blob.prototype.slice.apply(blob, range));
      return isGone ? unreadable(lost) : blob;
    });
    stand.server.fault = ({ method, path }) => {
      if (method !== 'POST' || !isChunk(path)) return undefined;
      isGone = true;
      return 'reset';
    };
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'needs-file');
    expect(tab.uploads.list()[0]?.error?.code).toBe('source_changed');
    stand.server.fault = () => undefined;
    slice.mockRestore();
    expect(await tab.uploads.pickAgain(id, file)).toBe('resumed');
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('a pause is shown only once it is stored: closing the tab then leaves it paused', async () => {
    const asked = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<void>();
    const { putUpload } = stand.browser.openStore();
    const tab = await stand.browser.openTab({
      putUpload: async (row) => {
        if (row.state === 'paused') asked.resolve();
        if (row.state === 'paused') await kept.promise;
        return putUpload(row);
      },
    });
    stand.server.fault = cutLine;
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

  test('an interrupted chunk continues from the byte the server has, again and again', async () => {
    const tab = await stand.browser.openTab();
    let times = 0;
    stand.server.fault = ({ method, path, fields }) =>
      method === 'POST' && isChunk(path) && fields.chunk_index === '1' && times++ < 3
        ? { breakOff: 10_000 }
        : undefined;
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    const sent = stand.server.callsTo('POST', /upload-chunks/).filter(({ fields }) => fields.chunk_index === '1');
    expect(sent.map(({ fields }) => fields.chunk_offset)).toEqual([undefined, '10000', '20000', '30000']);
    expect(sent.map(({ bytes }) => bytes)).toEqual([0, 1, 2, 3].map((times) => smallChunk - 10_000 * times));
  });

  test('a chunk whose beginning the server has lost is sent again whole', async () => {
    const tab = await stand.browser.openTab();
    let times = 0;
    stand.server.fault = ({ method, path, fields }) => {
      if (method !== 'POST' || !isChunk(path) || fields.chunk_index !== '1') return undefined;
      if (times++ === 0) return { breakOff: 10_000 };
      if (fields.chunk_offset !== undefined) stand.server.uploads.get(fields.upload_id ?? '')?.partial.clear();
      return undefined;
    };
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    const sent = stand.server.callsTo('POST', /upload-chunks/).filter(({ fields }) => fields.chunk_index === '1');
    expect(sent.map(({ fields }) => fields.chunk_offset)).toEqual([undefined, '10000', undefined]);
  });

  test('a corrupt byte before the interruption is found with the rest, and the chunk is sent again whole', async () => {
    const tab = await stand.browser.openTab();
    let times = 0;
    stand.server.fault = ({ method, path, fields }) => {
      if (method !== 'POST' || !isChunk(path) || fields.chunk_index !== '1') return undefined;
      if (times++ === 0) return { breakOff: 10_000 };
      stand.server.uploads
        .get(fields.upload_id ?? '')
        ?.partial.get(1)
        ?.write('flipped');
      return undefined;
    };
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
    expect(stand.server.sentIndexes.filter((index) => index === 1)).toHaveLength(3);
  });

  test('a hand-over whose reply is lost is requested again', async () => {
    const tab = await stand.browser.openTab();
    let lost = false;
    stand.server.fault = ({ path }) => {
      if (!path.endsWith('/process-video') || lost) return undefined;
      lost = true;
      return 'reset-afterwards';
    };
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'done');
    expect(stand.server.callsTo('POST', /process-video/)).toHaveLength(2);
  });

  test('a refusal is shown in the server’s words, and the upload continues on retry', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = ({ path }) =>
      isChunk(path) ? { status: 403, body: { code: 'forbidden', message: 'Нельзя' } } : undefined;
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'failed');
    expect(tab.uploads.list()[0]?.error).toEqual({ code: 'forbidden', message: 'Нельзя' });
    stand.server.fault = () => undefined;
    await tab.uploads.retry(id);
    await reach(tab, id, 'done');
  });

  // Where the disk is full before the quota is, Chromium breaks off with DataError, then closes the database for good.
  test.each([
    ['over its quota', new StorageFullError()],
    ['with a full disk', new DOMException('Failed to write blobs (IOError)', 'DataError')],
    ['whose database is gone', new DOMException('Internal error opening backing store', 'UnknownError')],
  ])('a device %s warns and sends from the file', async (_, error) => {
    stand.server.fault = ({ path }) => (isChunk(path) ? 'reset' : undefined);
    const tab = await stand.browser.openTab({ putChunk: () => Promise.reject(error) });
    const id = await tab.uploads.add('p1', makeRecording());
    await until(() => expect(tab.uploads.list()[0]).toMatchObject({ keepTabOpen: true, staged: false }));
    stand.server.fault = () => undefined;
    await reach(tab, id, 'done');
  });
});

describe('an upload that the device cannot store', () => {
  test('is sent under its lock, so that no other tab sends it too', async () => {
    stand.server.fault = cutLine;
    const tab = await stand.browser.openTab({ putUpload: () => Promise.reject(new StorageFullError()) });
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'wait-net');
    const { held } = await navigator.locks.query();
    expect(held?.map(({ name }) => name)).toContain(`upload:${id}`);
    stand.server.fault = () => undefined;
    await reach(tab, id, 'done');
  });

  test('continues when its file is chosen again', async () => {
    const none = () => Promise.reject(new StorageFullError());
    const tab = await stand.browser.openTab({ putUpload: none, putChunk: none });
    const file = makeRecording();
    let isGone = false;
    const slice = vi.spyOn(file, 'slice').mockImplementation((...range) => {
      return isGone ? gone() : Blob.prototype.slice.apply(file, range);
    });
    stand.server.fault = ({ method, path }) => {
      if (method !== 'POST' || !isChunk(path)) return undefined;
      isGone = true;
      return 'reset';
    };
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'needs-file');
    stand.server.fault = () => undefined;
    slice.mockRestore();
    expect(await tab.uploads.pickAgain(id, file)).toBe('resumed');
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });
});

describe('cleared storage', () => {
  test('a paused upload is resumed by the person from the file of this tab', async () => {
    stand.server.fault = cutLine;
    const tab = await stand.browser.openTab();
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'wait-net');
    await tab.uploads.pause(id);
    await reach(tab, id, 'paused');
    stand.server.fault = () => undefined;
    await tab.store.deleteUpload(id);
    await tab.uploads.resume(id);
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('without the file the person is asked for it', async () => {
    stand.server.fault = cutLine;
    const before = await stand.browser.openTab();
    const file = makeRecording();
    const id = await before.uploads.add('p1', file);
    await until(async () => expect(await before.store.stagedIndexes(id)).toEqual([0, 1, 2]));
    await before.uploads.pause(id);
    await until(async () => expect((await before.store.getUpload(id))?.state).toBe('paused'));
    before.close();
    const tab = await stand.browser.openTab();
    await reach(tab, id, 'paused');
    stand.server.fault = () => undefined;
    await tab.store.deleteUpload(id);
    await tab.uploads.resume(id);
    await reach(tab, id, 'needs-file');
    expect(await tab.uploads.pickAgain(id, file)).toBe('resumed');
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });

  test('a chunk staged as it happens leaves nothing, and is staged again with the row written anew', async () => {
    stand.server.fault = cutLine;
    const kept = stand.browser.openStore();
    const left: number[][] = [];
    const struck = Promise.withResolvers<void>();
    let isStriking = false;
    const tab = await stand.browser.openTab({
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

  test('a device that can no longer read its storage sends from the file in this tab', async () => {
    const lost = () => Promise.reject(new DOMException('Internal error opening backing store', 'UnknownError'));
    const tab = await stand.browser.openTab({ getUpload: lost, putChunk: lost });
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });
});
