import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChunkServer, type SeenCall } from '#tests/support/chunk-server.ts';
import { makeRecording, OfflineBrowser, type Tab } from '#tests/support/offline-browser.ts';
import type { NewMutation } from '../store/outbox-row.ts';
import { faults } from './faults.ts';

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

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 5 });
const isWrite = ({ path }: SeenCall) => path === '/api/protocols';
const stateIn = (tab: Tab) => tab.uploads.list()[0]?.state;

function makeProtocol(id: string): NewMutation {
  const request = { method: 'POST' as const, path: '/protocols', body: { id, title: 'Совет' }, extras: ['id'] };
  const common = { kind: 'protocol.create', scope: `protocol:${id}`, subject: id, creates: id };
  return { ...common, variables: {}, title: 'Новый протокол', request };
}

test('a video waits for its protocol made offline, and is sent right after it', async () => {
  const id = randomUUID();
  server.protocolId = id;
  server.capabilities = ['upload-resume', 'idempotency', 'client-ids'];
  server.fault = () => 'reset';
  const tab = await browser.openTab();
  await tab.outbox.sendFromForm(makeProtocol(id));
  await tab.uploads.add(id, makeRecording());
  const codeIn = () => tab.uploads.list()[0]?.error?.code;
  // The device knows by itself what the video waits for.
  await until(() => expect([stateIn(tab), codeIn()]).toEqual(['wait-server', 'protocol_unsent']));
  // When the connection is back, the server still does not take the protocol itself.
  server.fault = (call) => (isWrite(call) ? { status: 503, headers: { 'retry-after': '10' }, body: {} } : undefined);
  await until(() => expect(server.calls.some(isWrite)).toBe(true));
  // The upload, too, has been asking again since the connection came back.
  await until(() => expect([stateIn(tab), codeIn()]).toEqual(['wait-server', 'protocol_unsent']));
  server.fault = () => undefined;
  await until(() => expect(stateIn(tab)).toBe('done'));
  const paths = server.calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(paths.lastIndexOf('/api/protocols')).toBeLessThan(paths.indexOf(`/api/protocols/${id}/upload-chunks`));
});

test('a video is sent under the id that a plain provider gives its protocol', async () => {
  const id = randomUUID();
  server.protocolId = '77';
  server.capabilities = undefined;
  server.fault = (call) => (isWrite(call) ? { status: 503, headers: { 'retry-after': '4' }, body: {} } : undefined);
  const tab = await browser.openTab();
  await tab.outbox.sendFromForm(makeProtocol(id));
  await tab.uploads.add(id, makeRecording());
  await until(() => expect(stateIn(tab)).toBe('wait-server'));
  server.fault = () => undefined;
  await until(() => expect(stateIn(tab)).toBe('done'));
  expect(server.callsTo('POST', /upload-chunks/).map(({ path }) => path)).toEqual(
    Array(3).fill('/api/protocols/77/upload-chunks'),
  );
});

test('two videos of a protocol are not mixed, though one of them was queued under its client id', async () => {
  const id = randomUUID();
  server.protocolId = '77';
  server.capabilities = undefined;
  server.fault = (call) => (isWrite(call) ? { status: 503, headers: { 'retry-after': '4' }, body: {} } : undefined);
  const tab = await browser.openTab();
  const view = (of: string) => tab.uploads.list().find((each) => each.id === of);
  await tab.outbox.sendFromForm(makeProtocol(id));
  const first = await tab.uploads.add(id, makeRecording());
  await until(() => expect(view(first)?.state).toBe('wait-server'));
  await tab.uploads.pause(first);
  await until(() => expect(view(first)?.state).toBe('paused'));
  let isHeld = true;
  server.fault = ({ method, fields }) =>
    isHeld && method === 'POST' && fields.chunk_index === '1' ? { status: 503, headers: {}, body: {} } : undefined;
  await until(() => expect(tab.outbox.list()).toEqual([]));
  await expect(tab.uploads.add('77', makeRecording())).rejects.toMatchObject({ code: 'already_uploading' });
  const second = await tab.uploads.add('77', makeRecording(), { mayWait: true });
  // The person agrees that it takes the place of the one before.
  await until(() => expect(view(second)?.error?.code).toBe('one_recording'));
  await tab.uploads.retry(second);
  await until(() => expect(view(second)?.acknowledgedChunks).toBe(1));
  await tab.uploads.resume(first);
  await until(() => expect(view(first)?.error?.code).toBe('upload_behind'));
  isHeld = false;
  await until(() => expect([view(first)?.state, view(second)?.state]).toEqual(['done', 'done']));
  const taken = server.callsTo('POST', /upload-chunks/).map(({ fields }) => Number(fields.chunk_index));
  expect(taken.filter((index, at) => index !== taken[at - 1])).toEqual([0, 1, 2, 0, 1, 2]);
});

test('a video whose protocol was not sent is cancelled without a request to the server', async () => {
  const id = randomUUID();
  server.fault = (call) => (isWrite(call) ? { status: 503, headers: { 'retry-after': '3600' }, body: {} } : undefined);
  const tab = await browser.openTab();
  await tab.outbox.sendFromForm(makeProtocol(id));
  const upload = await tab.uploads.add(id, makeRecording());
  await until(() => expect(stateIn(tab)).toBe('wait-server'));
  await tab.uploads.cancel(upload);
  await until(() => expect(tab.uploads.list()).toEqual([]));
  expect(server.callsTo('DELETE', /./)).toEqual([]);
});

test('a video waits while the deletion of its protocol can be undone, and is sent after the undo', async () => {
  browser.undoMs = 600_000;
  const id = randomUUID();
  server.protocolId = id;
  server.capabilities = ['upload-resume', 'idempotency', 'client-ids'];
  const isChunk = ({ method, path }: SeenCall) => method === 'POST' && path.includes('upload-chunks');
  server.fault = (call) => (isChunk(call) ? { status: 503, headers: { 'retry-after': '3600' }, body: {} } : undefined);
  const tab = await browser.openTab();
  await tab.uploads.add(id, makeRecording());
  await until(() => expect(server.calls.some(isChunk)).toBe(true));
  const request = { method: 'DELETE' as const, path: `/protocols/${id}` };
  const common = { kind: 'protocol.delete', scope: `protocol:${id}`, subject: id, variables: { id } };
  await tab.outbox.remove({ ...common, title: 'Удалить протокол', request });
  await until(() => expect(tab.uploads.list()[0]?.staged).toBe(true));
  tab.uploads.waitForDeletion(tab.uploads.list()[0]?.id ?? '');
  await until(() => expect(stateIn(tab)).toBe('wait-server'));
  expect(tab.uploads.list()[0]?.error?.code).toBe('protocol_leaving');
  server.fault = () => undefined;
  const before = server.calls.filter(isChunk).length;
  // A new browser finds the reason by itself.
  tab.close();
  const next = await browser.openTab();
  await until(() => expect(next.uploads.list()[0]?.error?.code).toBe('protocol_leaving'));
  expect(server.calls.filter(isChunk)).toHaveLength(before);
  await next.outbox.undo(next.outbox.list()[0]?.id ?? '');
  next.uploads.wake();
  await until(() => expect(stateIn(next)).toBe('done'));
});

test('a video does not wait for the deletion of a task that has the number of its protocol', async () => {
  browser.undoMs = 600_000;
  server.protocolId = '2';
  const tab = await browser.openTab();
  const request = { method: 'DELETE' as const, path: '/protocols/tasks/2' };
  const common = { kind: 'task.delete', scope: 'protocol:2', subject: '2', variables: {} };
  await tab.outbox.remove({ ...common, title: 'Удалить поручение', request });
  await tab.uploads.add('2', makeRecording());
  await until(() => expect(stateIn(tab)).toBe('done'));
});

test('the next part of a meeting waits for the one before, shows so, and is placed after it', async () => {
  server.protocolId = 'p1';
  let isHeld = true;
  const tab = await browser.openTab();
  server.fault = ({ method, fields }) =>
    isHeld && method === 'POST' && fields.chunk_index === '1' ? { status: 503, headers: {}, body: {} } : undefined;
  const first = await tab.uploads.add('p1', makeRecording());
  const view = (id: string) => tab.uploads.list().find((each) => each.id === id);
  await until(() => expect(view(first)?.acknowledgedChunks).toBeGreaterThan(0));
  const second = await tab.uploads.add('p1', makeRecording(), { mayWait: true });
  await until(() => expect(view(second)?.error?.code).toBe('upload_behind'));
  isHeld = false;
  await until(() => expect([view(first)?.state, view(second)?.state]).toEqual(['done', 'done']));
  const chunks = server.callsTo('POST', /upload-chunks/).map(({ fields }) => [fields.upload_id, fields.place]);
  expect(new Set(chunks.map((each) => String(each)))).toEqual(new Set([`${first},next`, `${second},next`]));
  const ids = chunks.map(([id]) => id);
  expect(ids.lastIndexOf(first)).toBeLessThan(ids.indexOf(second));
});

test('only the recording that a person named is replaced; a row without one, as earlier builds wrote it, is the next part', async () => {
  server.protocolId = 'p1';
  const tab = await browser.openTab();
  const named = await tab.uploads.add('p1', makeRecording(), { insteadOf: 'r1' });
  await until(() => expect(stateIn(tab)).toBe('done'));
  const old = await tab.uploads.add('p1', makeRecording());
  expect((await tab.store.getUpload(old))?.insteadOf).toBeUndefined();
  await until(() => expect(tab.uploads.list().map(({ state }) => state)).toEqual(['done', 'done']));
  const told = server
    .callsTo('POST', /upload-chunks/)
    .map(({ fields }) => [fields.upload_id, fields.place, fields.instead_of].join());
  expect(new Set(told)).toEqual(new Set([`${named},,r1`, `${old},next,`]));
});

test('every chunk carries the recording it ran beside and its speaker', async () => {
  server.protocolId = 'p1';
  const tab = await browser.openTab();
  const placed = { besideId: 'r1', speaker: 'Петрова\u00A0А.\u00A0А.' };
  const id = await tab.uploads.add('p1', makeRecording(), { mayWait: true, isAppendConfirmed: true, ...placed });
  expect(await tab.store.getUpload(id)).toMatchObject(placed);
  await until(() => expect(stateIn(tab)).toBe('done'));
  const told = server
    .callsTo('POST', /upload-chunks/)
    .map(({ fields }) => [fields.place, fields.beside_id, fields.speaker].join());
  expect(new Set(told)).toEqual(new Set([`next,r1,${placed.speaker}`]));
});

test('an additional recording is not sent to a server that keeps only one, until a person agrees', async () => {
  server.protocolId = 'p1';
  server.capabilities = undefined;
  const tab = await browser.openTab();
  const chunks = () => server.callsTo('POST', /upload-chunks/).length;
  const view = (id: string) => tab.uploads.list().find((each) => each.id === id);
  const first = await tab.uploads.add('p1', makeRecording(), { mayWait: true });
  const behind = await tab.uploads.add('p1', makeRecording(), { mayWait: true });
  await until(() => expect([view(first)?.state, view(behind)?.state]).toEqual(['done', 'failed']));
  expect(view(behind)?.error?.code).toBe('one_recording');
  const before = chunks();
  const next = await tab.uploads.add('p1', makeRecording(), { mayWait: true, isAppendConfirmed: true });
  await until(() => expect([view(next)?.state, view(next)?.error?.code]).toEqual(['failed', 'one_recording']));
  expect(chunks()).toBe(before);
  await tab.uploads.retry(next);
  await until(() => expect(view(next)?.state).toBe('done'));
  expect(chunks()).toBeGreaterThan(before);
});

test.each([
  ['the same tab', false],
  ['another tab', true],
])('an upload that the server puts off is not tried sooner because another one moves on in %s', async (_, isOther) => {
  server.fault = ({ path }) =>
    path === '/api/protocols/p1/process-video'
      ? { status: 429, headers: { 'retry-after': '3600' }, body: {} }
      : undefined;
  const tab = await browser.openTab();
  const other = isOther ? await browser.openTab() : tab;
  const view = (id: string, of = tab) => of.uploads.list().find((each) => each.id === id);
  const putOff = await tab.uploads.add('p1', makeRecording());
  await until(() => expect(view(putOff)?.state).toBe('wait-server'));
  const next = await other.uploads.add('p2', makeRecording());
  await until(() => expect(view(next, other)?.state).toBe('done'));
  await until(async () => expect(await tab.store.getUpload(next)).toBeUndefined());
  expect(view(putOff)?.state).toBe('wait-server');
  expect(server.callsTo('POST', /p1\/process-video/)).toHaveLength(1);
});

describe('an upload paused after its first chunk', () => {
  const isChunk = ({ method, path }: SeenCall) => method === 'POST' && path.includes('upload-chunks');
  const chunksOf = (id: string) => server.calls.filter((call) => isChunk(call) && call.fields.upload_id === id);

  /** Queues two uploads: the first is paused after its first chunk reached the server. */
  async function pauseFirst(tab: Tab) {
    server.fault = (call) =>
      isChunk(call) && call.fields.chunk_index !== '0' ? { status: 503, headers: {}, body: {} } : undefined;
    const first = await tab.uploads.add('p1', makeRecording());
    const view = (id: string) => tab.uploads.list().find((each) => each.id === id);
    await until(() => expect(view(first)).toMatchObject({ acknowledgedChunks: 1, staged: true }));
    await tab.uploads.pause(first);
    await until(() => expect(view(first)?.state).toBe('paused'));
    server.fault = () => undefined;
    const second = await tab.uploads.add('p1', makeRecording(), { mayWait: true });
    return { first, second, view };
  }

  test('stays ahead of the next one, which says what to do, and both are sent once it is resumed', async () => {
    const tab = await browser.openTab();
    const { first, second, view } = await pauseFirst(tab);
    await until(() => expect(view(second)?.error).toMatchObject(faults.earlierUploadStopped));
    expect([view(first)?.state, chunksOf(second)]).toEqual(['paused', []]);
    await tab.uploads.resume(first);
    await until(() => expect([view(first)?.state, view(second)?.state]).toEqual(['done', 'done']));
    const ids = server.calls.filter(isChunk).map(({ fields }) => fields.upload_id);
    expect(ids.lastIndexOf(first)).toBeLessThan(ids.indexOf(second));
  });

  test('lets the next one start as soon as it is cancelled, also in another tab', async () => {
    const tab = await browser.openTab();
    const { first, second, view } = await pauseFirst(tab);
    await until(() => expect(view(second)?.error).toMatchObject(faults.earlierUploadStopped));
    const other = await browser.openTab();
    await other.uploads.cancel(first);
    await until(() => expect(view(second)?.state).toBe('done'));
  });
});
