import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkServer, type SeenCall } from '#tests/support/chunk-server.ts';
import { makeRecording, OfflineBrowser, type Tab } from '#tests/support/offline-browser.ts';
import type { NewWrite } from './outbox-row.ts';

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

function makeProtocol(id: string): NewWrite {
  const request = { method: 'POST' as const, path: '/protocols', body: { id, title: 'Совет' }, extras: ['id'] };
  const common = { kind: 'protocol.create', scope: `protocol:${id}`, subject: id, creates: id };
  return { ...common, variables: {}, title: 'Новый протокол', request };
}

test('a video waits for the protocol that was made offline, and goes right after it', async () => {
  const id = randomUUID();
  server.protocolId = id;
  server.capabilities = ['upload-resume', 'idempotency', 'client-ids'];
  server.fault = () => 'reset';
  const tab = await browser.openTab();
  await tab.outbox.write(makeProtocol(id));
  await tab.uploads.add(id, makeRecording());
  // The protocol itself is still not taken when the line is back.
  server.fault = (call) => (isWrite(call) ? { status: 503, headers: { 'retry-after': '10' }, body: {} } : undefined);
  await until(() => expect(stateIn(tab)).toBe('wait-server'));
  expect(tab.uploads.list()[0]?.error?.code).toBe('protocol_unsent');
  server.fault = () => undefined;
  await until(() => expect(stateIn(tab)).toBe('done'));
  const paths = server.calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(paths.lastIndexOf('/api/protocols')).toBeLessThan(paths.indexOf(`/api/protocols/${id}/upload-chunks`));
});

test('a video follows its protocol to the id that a plain provider gives it', async () => {
  const id = randomUUID();
  server.protocolId = '77';
  server.capabilities = undefined;
  server.fault = (call) => (isWrite(call) ? { status: 503, headers: { 'retry-after': '4' }, body: {} } : undefined);
  const tab = await browser.openTab();
  await tab.outbox.write(makeProtocol(id));
  await tab.uploads.add(id, makeRecording());
  await until(() => expect(stateIn(tab)).toBe('wait-server'));
  server.fault = () => undefined;
  await until(() => expect(stateIn(tab)).toBe('done'));
  expect(server.callsTo('POST', /upload-chunks/).map(({ path }) => path)).toEqual(
    Array(3).fill('/api/protocols/77/upload-chunks'),
  );
});

test('a video whose protocol was not sent is cancelled without asking anybody', async () => {
  const id = randomUUID();
  server.fault = (call) => (isWrite(call) ? { status: 503, headers: { 'retry-after': '3600' }, body: {} } : undefined);
  const tab = await browser.openTab();
  await tab.outbox.write(makeProtocol(id));
  const upload = await tab.uploads.add(id, makeRecording());
  await until(() => expect(stateIn(tab)).toBe('wait-server'));
  await tab.uploads.cancel(upload);
  await until(() => expect(tab.uploads.list()).toEqual([]));
  expect(server.callsTo('DELETE', /./)).toEqual([]);
});
