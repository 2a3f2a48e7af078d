import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { makeRecording, OfflineBrowser, smallChunk, type Tab } from '#tests/support/offline-browser.ts';
import { systemClock } from '../time/clock.ts';
import { acquireLock } from '../time/web-lock.ts';
import { startWorkTime } from '../time/work-time.ts';
import { drainUploads } from './background-drain.ts';

let server: ChunkServer;
let browser: OfflineBrowser;
const isPost = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.includes('upload-chunks');

beforeEach(async () => {
  server = await ChunkServer.start();
  browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
  onChunk = () => {};
});

afterEach(async () => {
  browser.close();
  await server.stop();
});

/** Stages a recording of which the server has nothing. */
async function queued(file = makeRecording()): Promise<{ tab: Tab; id: string; file: File }> {
  server.fault = (call) => (isPost(call) ? 'reset' : undefined);
  const tab = await browser.openTab();
  const id = await tab.uploads.add('p1', file);
  await vi.waitFor(() => expect(tab.uploads.list()[0]?.staged).toBe(true), { timeout: 10_000 });
  return { tab, id, file };
}

/** The worker's requests to the server; those of tabs may still be arriving there. */
let asked: string[];
/** Called as the worker sends a chunk. */
let onChunk = () => {};

function drain(signal = new AbortController().signal, time = startWorkTime(browser.clock)): Promise<boolean> {
  const store = browser.openStore();
  asked = [];
  const send: typeof fetch = (path, init) => {
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    if (isPost({ method: init?.method ?? 'GET', path: String(path) })) onChunk();
    return browser.fetch(path, init);
  };
  const parts = browser.workParts(store, browser.openSession(store, true), send);
  return drainUploads({ ...parts, signal, time }).finally(time.clear);
}

/** Closes a tab. The worker waits 150 ms here for an upload's lock, which a busy machine may need to pass it on. */
async function closeTab(tab: Tab, id: string): Promise<void> {
  tab.close();
  (await acquireLock(navigator.locks, `upload:${id}`, {}))?.();
}

test('with no window open all uploads are sent and handed over', async () => {
  const { tab, id, file } = await queued();
  await closeTab(tab, id);
  server.fault = () => undefined;
  expect(await drain()).toBe(true);
  expect(server.fileOf(id).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
  expect(server.callsTo('POST', /process-video/)).toHaveLength(1);
  expect(await browser.openStore().allUploads()).toEqual([]);
});

test('offline the worker gives up after some tries and reports that work is left', async () => {
  const { tab, id } = await queued();
  await closeTab(tab, id);
  expect(await drain()).toBe(false);
  expect(await browser.openStore().allUploads()).toHaveLength(1);
});

test('an upload held by a window is left to it', async () => {
  const { id } = await queued();
  expect(await drain()).toBe(false);
  expect(asked.filter((each) => each.includes('upload-chunks'))).toEqual([]);
  expect((await browser.openStore().getUpload(id))?.state).not.toBe('done');
});

test('the worker releases its upload at once when a window opens', async () => {
  const { tab, id } = await queued();
  await closeTab(tab, id);
  const opening = new AbortController();
  server.fault = (call) => {
    if (isPost(call)) opening.abort();
    return undefined;
  };
  expect(await drain(opening.signal)).toBe(true);
  const next = await browser.openTab();
  await vi.waitFor(async () => expect(await next.store.allUploads()).toEqual([]), { timeout: 10_000 });
});

test('time spent on mutations is not left for uploads: none is begun, and work is left', async () => {
  const { tab, id } = await queued();
  await closeTab(tab, id);
  server.fault = () => undefined;
  const time = startWorkTime(systemClock(10_000));
  await vi.waitFor(() => expect(time.nothingNew.aborted).toBe(true), { timeout: 10_000 });
  expect(await drain(undefined, time)).toBe(false);
  expect(asked).toEqual([]);
});

test('an upload whose time runs out ends with the chunk under way', async () => {
  // More chunks than the tab may have under way as it closes: those may still reach the server.
  const { tab, id } = await queued(makeRecording(8 * smallChunk));
  await closeTab(tab, id);
  const nothingNew = new AbortController();
  // `over` never fires, however slow the machine is: requests under way have time to end.
  const time = { ...startWorkTime(systemClock()), nothingNew: nothingNew.signal };
  server.fault = () => undefined;
  onChunk = () => nothingNew.abort();
  expect(await drain(undefined, time)).toBe(false);
  const sent = asked.filter((each) => /^POST .*upload-chunks/.test(each));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(2);
});

test('no uploads are sent when nobody is signed in', async () => {
  const { tab } = await queued();
  await tab.session.clear();
  tab.close();
  server.fault = () => undefined;
  expect(await drain()).toBe(true);
  expect(asked).toEqual([]);
});
