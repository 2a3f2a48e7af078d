import { expect, test, vi } from 'vitest';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { OfflineBrowser } from '#tests/support/offline-browser.ts';

test('a mutation with a retry time far ahead is sent when the app is opened again', async () => {
  const server = await ChunkServer.start();
  const browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
  server.fault = ({ path }) =>
    path === '/api/protocols' ? { status: 503, headers: { 'retry-after': '10800' }, body: {} } : undefined;
  const before = await browser.openTab();
  const request = { method: 'POST' as const, path: '/protocols', body: { title: 'Совет' } };
  const common = { kind: 'protocol.create', scope: 'protocol:p1', subject: 'p1', variables: {} };
  await before.outbox.sendFromForm({ ...common, title: 'Новый протокол', request });
  const next = async () => (await before.store.unsentMutations('u1'))[0]?.nextAttemptAt;
  await vi.waitFor(async () => expect(await next()).toBeGreaterThan(0), { timeout: 10_000 });
  before.close();
  server.fault = () => undefined;
  const after = await browser.openTab();
  await vi.waitFor(() => expect(after.outbox.list()).toEqual([]), { timeout: 10_000 });
  browser.close();
  await server.stop();
});
