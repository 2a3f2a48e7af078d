import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { OfflineBrowser } from '#tests/support/offline-browser.ts';
import type { Store } from '../store/store.ts';

let server: ChunkServer;
let browser: OfflineBrowser;

beforeEach(async () => {
  server = await ChunkServer.start();
  server.refresh = () => ({ status: 200, body: { token: 'new' } });
  browser = new OfflineBrowser(server.url);
  browser.signIn('u1', 'old');
});

afterEach(() => server.stop());

const refreshes = () => server.callsTo('POST', /refresh/);

describe('one refresh', () => {
  test('serves any number of calls in all tabs and the worker', async () => {
    const store = browser.openStore();
    const sessions = [browser.openSession(store), browser.openSession(browser.openStore()), browser.openSession(store)];
    await Promise.all(sessions.map((session) => session.read()));
    const worker = browser.openSession(browser.openStore(), true);
    const outcomes = await Promise.all([...sessions, worker, ...sessions].map((session) => session.refresh('old')));
    expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'token', token: 'new' })));
    expect(refreshes()).toHaveLength(1);
    expect(refreshes()[0]?.token).toBe('old');
  });

  test.each([
    ['a lost connection', 'reset' as const],
    ['a broken server', { status: 502, html: '<h1>502</h1>' }],
    ['a portal', { status: 200, html: '<h1>Войдите в сеть</h1>' }],
    ['too many of them', { status: 429, body: {} }],
  ])('that is answered by %s leaves the session as it is', async (_, fault) => {
    server.refresh = () => fault;
    const session = browser.openSession(browser.openStore());
    expect(await session.refresh('old')).toMatchObject({ kind: 'unavailable' });
    expect(await session.read()).toBe('old');
  });

  test.each([
    ['a refusal', { status: 401, body: { message: 'Нет' } }],
    ['JSON without a token', { status: 200, body: {} }],
  ])('that is answered by %s gives no token', async (_, fault) => {
    server.refresh = () => fault;
    expect(await browser.openSession(browser.openStore()).refresh('old')).toEqual({ kind: 'no-token' });
  });

  test('takes the token in an envelope too', async () => {
    server.refresh = () => ({ status: 200, body: { data: { token: 'new' } } });
    expect(await browser.openSession(browser.openStore()).refresh('old')).toEqual({ kind: 'token', token: 'new' });
  });

  test('does not restore a person who signed out meanwhile', async () => {
    const session = browser.openSession(browser.openStore());
    server.refresh = () => {
      browser.local.clear();
      return { status: 200, body: { token: 'new' } };
    };
    expect(await session.refresh('old')).toEqual({ kind: 'no-token' });
    expect(await session.read()).toBeNull();
  });
});

describe('the worker’s copy of the session', () => {
  test('is written by the page: the token and its owner', async () => {
    const page = browser.openSession(browser.openStore());
    await page.read();
    const worker = browser.openSession(browser.openStore(), true);
    expect([await worker.read(), await worker.owner()]).toEqual(['old', 'u1']);
    await page.clear();
    expect([await worker.read(), await worker.owner()]).toEqual([null, null]);
  });

  test('a token refreshed by the worker, even twice, is adopted when a page starts', async () => {
    await browser.openSession(browser.openStore()).read();
    const worker = browser.openSession(browser.openStore(), true);
    await worker.refresh('old');
    server.refresh = () => ({ status: 200, body: { token: 'newest' } });
    await worker.refresh('new');
    expect(await browser.openSession(browser.openStore()).read()).toBe('newest');
    expect(browser.local.get('token')).toBe('newest');
  });

  test.each(['old', 'new'])(
    'a token refreshed again after a page adopted one is adopted, where localStorage holds the %s',
    async (held) => {
      await browser.openSession(browser.openStore()).read();
      const worker = browser.openSession(browser.openStore(), true);
      await worker.refresh('old');
      expect(await browser.openSession(browser.openStore()).read()).toBe('new');
      server.refresh = () => ({ status: 200, body: { token: 'newest' } });
      await worker.refresh('new');
      // The browser writes localStorage late: after it was killed, the old token is back.
      browser.local.set('token', held);
      expect(await browser.openSession(browser.openStore()).read()).toBe('newest');
      expect(await worker.read()).toBe('newest');
    },
  );

  test('localStorage wins over a copy not refreshed from it, and an empty one means signed out', async () => {
    await browser.openSession(browser.openStore()).read();
    await browser.openSession(browser.openStore(), true).refresh('old');
    browser.signIn('u2', 'other');
    expect(await browser.openSession(browser.openStore()).read()).toBe('other');
    const worker = browser.openSession(browser.openStore(), true);
    expect([await worker.read(), await worker.owner()]).toEqual(['other', 'u2']);
    browser.local.clear();
    expect(await browser.openSession(browser.openStore()).read()).toBeNull();
    expect(await worker.read()).toBeNull();
  });

  test('an open page adopts the worker’s token instead of refreshing again', async () => {
    const page = browser.openSession(browser.openStore());
    await page.read();
    await browser.openSession(browser.openStore(), true).refresh('old');
    expect(await page.refresh('old')).toEqual({ kind: 'token', token: 'new' });
    expect(refreshes()).toHaveLength(1);
  });
});

test('a page does not wait for a database that does not answer: localStorage counts, and the copy follows', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  const { readSession, updateSession } = browser.openStore();
  const late: Pick<Store, 'readSession' | 'updateSession'> = {
    readSession: () => isOpen.then(readSession),
    updateSession: (change) => isOpen.then(() => updateSession(change)),
  };
  const send = async () => Response.json({ token: 'new' });
  const page = browser.openSession({ ...browser.openStore(), ...late }, false, send);
  const token = page.read();
  const refreshed = page.refresh('old');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await token).toBe('old');
  expect(await refreshed).toEqual({ kind: 'token', token: 'new' });
  expect(await page.read()).toBe('new');
  open();
  const worker = browser.openSession(browser.openStore(), true);
  await vi.waitFor(async () => {
    await page.read();
    expect([await worker.read(), await worker.owner()]).toEqual(['new', 'u1']);
  });
});

test('subscribers are notified of sign-in and sign-out', async () => {
  const session = browser.openSession(browser.openStore());
  const owners: (string | null)[] = [];
  const unsubscribe = session.subscribe(() => void session.owner().then((owner) => owners.push(owner)));
  await session.clear();
  await session.save({ token: 't', role: 'secretary', userId: 'u3' });
  unsubscribe();
  await session.clear();
  expect(owners).toEqual([null, 'u3']);
});
