import { expect, test } from 'vitest';
import { HandClock } from '#tests/support/hand-clock.ts';
import { OfflineBrowser } from '#tests/support/offline-browser.ts';
import { WriteServer } from '#tests/support/write-server.ts';
import { createHttp } from '../http/client.ts';
import { startWorkTime } from '../time/work-time.ts';
import { drainMutations } from './background-mutations.ts';

test('unanswered file uploads are aborted when the worker’s time is up, and stay queued', async () => {
  const server = await WriteServer.start();
  server.reachable = false;
  const browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
  const tab = await browser.openTab();
  await tab.outbox.sendFromForm({
    kind: 'meeting.create',
    scope: 'meeting:m1',
    subject: 'm1',
    creates: 'm1',
    variables: { id: 'm1' },
    title: 'Новое совещание',
    request: { method: 'POST', path: '/meetings', form: [['title', 'Совет']] },
  });
  tab.close();
  const store = browser.openStore();
  const session = browser.openSession(store, true);
  let brokenOff = 0;
  const clock = new HandClock();
  const isDone = await drainMutations({
    ...browser.workParts(store, session),
    session,
    askServer: async () => ({ kind: 'known', capabilities: new Set(['idempotency'] as const) }),
    // Accepts, and never answers: the time runs out while the request is under way, however slow the machine is.
    http: createHttp({
      fetch: (_, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => {
            brokenOff += 1;
            reject(new TypeError('broken off'));
          });
          clock.pass(180_000);
        }),
    }),
    signal: new AbortController().signal,
    time: startWorkTime(clock),
  });
  expect(isDone).toBe(false);
  expect(brokenOff).toBe(1);
  expect(await store.unsentMutations('u1')).toHaveLength(1);
  browser.close();
  await server.stop();
});
