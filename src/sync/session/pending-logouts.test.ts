import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHttp } from '#src/sync/http/client.ts';
import { ChunkServer, type Fault } from '#tests/support/chunk-server.ts';
import { OfflineBrowser } from '#tests/support/offline-browser.ts';
import { createSession } from './session.ts';

let server: ChunkServer;
let browser: OfflineBrowser;
let logout: () => Fault;

beforeEach(async () => {
  logout = () => ({ status: 204 });
  server = await ChunkServer.start();
  server.refresh = () => ({ status: 200, body: { token: 'new' } });
  server.fault = ({ path }) => (path === '/api/logout' ? logout() : undefined);
  browser = new OfflineBrowser(server.url);
  browser.signIn('u1', 'of-u1');
});

afterEach(() => server.stop());

const open = (inWorker = false) => browser.openSession(browser.openStore(), inWorker);
const seen = () => server.calls.map(({ path, token }) => `${path} ${token}`);
const failures: unknown[] = [];
const pay = (session: ReturnType<typeof open>) => session.flushLogouts((error) => failures.push(error));

beforeEach(() => {
  failures.length = 0;
});

test('signing out clears the session at once and sends the logout to the server, once', async () => {
  const session = open();
  await session.read();
  await session.leave();
  expect([await session.read(), await session.owner(), session.ending()]).toEqual([null, null, 'left']);
  expect([browser.local.has('token'), browser.local.has('role'), browser.local.has('user_id')]).toEqual([
    false,
    false,
    false,
  ]);
  expect(await pay(session)).toBe(true);
  expect(await pay(session)).toBe(true);
  expect(seen()).toEqual(['/api/logout of-u1']);
  expect([...browser.local.keys()]).toEqual([]);
});

describe('a logout that another tab sends', () => {
  test('before the sign-out has reached the database is sent once', async () => {
    const store = browser.openStore();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const session = browser.openSession({
      ...store,
      updateSession: async (change) => {
        await held;
        await store.updateSession(change);
      },
    });
    const left = session.leave();
    expect(await pay(open())).toBe(true);
    release();
    await left;
    expect(await pay(session)).toBe(true);
    expect(seen()).toEqual(['/api/logout of-u1']);
  });

  test('after it is sent once', async () => {
    const session = open();
    await session.leave();
    expect(await pay(open())).toBe(true);
    expect(await pay(session)).toBe(true);
    expect(seen()).toEqual(['/api/logout of-u1']);
  });

  test('or that no storage kept is sent by its own tab', async () => {
    const local = {
      getItem: (key: string) => browser.local.get(key) ?? null,
      removeItem: (key: string) => void browser.local.delete(key),
    };
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const session = createSession({
      local: { ...local, setItem: full },
      copies: { ...browser.openStore(), updateSession: async () => full() },
      http: createHttp({ fetch: browser.fetch }),
      locks: navigator.locks,
    });
    await session.leave();
    expect(await pay(session)).toBe(true);
    expect(await pay(session)).toBe(true);
    expect(seen()).toEqual(['/api/logout of-u1']);
  });
});

describe('a logout without an answer', () => {
  test.each<[string, Fault]>([
    ['a lost connection', 'reset'],
    ['a gateway', { status: 502, html: '<h1>502</h1>' }],
    ['a portal', { status: 200, html: '<h1>Войдите в сеть</h1>' }],
    ['too many of them', { status: 429 }],
  ])('because of %s stays pending, also after a restart', async (_, fault) => {
    logout = () => fault;
    const left = open();
    await left.leave();
    expect(await pay(left)).toBe(false);
    expect(failures).toHaveLength(1);
    logout = () => ({ status: 204 });
    const later = open();
    expect(await pay(later)).toBe(true);
    expect(seen()).toEqual(['/api/logout of-u1', '/api/logout of-u1']);
  });

  test.each([200, 401, 404, 500])('is dropped once the server answers %i', async (status) => {
    logout = () => 'reset';
    const session = open();
    await session.leave();
    await pay(session);
    logout = () => ({ status });
    expect(await pay(session)).toBe(true);
    expect(await pay(session)).toBe(true);
    expect(server.calls).toHaveLength(2);
    expect(failures).toHaveLength(status < 300 ? 1 : 2);
  });

  test('stays pending also when the tab was closed before the database write', async () => {
    const store = { ...browser.openStore(), updateSession: () => new Promise<never>(() => undefined) };
    const left = browser.openSession(store);
    void left.leave();
    const later = open();
    expect([await later.read(), browser.local.has('token')]).toEqual([null, false]);
    expect(await pay(later)).toBe(true);
    expect(seen()).toEqual(['/api/logout of-u1']);
    expect([...browser.local.keys()]).toEqual([]);
  });

  test('ends its own session when somebody else signed in meanwhile, and is sent before their refresh', async () => {
    logout = () => 'reset';
    const session = open();
    await session.leave();
    await pay(session);
    await session.save({ token: 'of-u2' });
    await session.save({ token: 'of-u2', role: 'secretary', userId: 'u2' });
    logout = () => ({ status: 204 });
    server.calls.length = 0;
    expect(await session.refresh('of-u2')).toEqual({ kind: 'token', token: 'new' });
    expect(seen()).toEqual(['/api/logout of-u1', '/api/refresh of-u2']);
    expect(await session.owner()).toBe('u2');
  });

  test('is sent by no tab during a sign-in, whose cookie its late answer would remove', async () => {
    logout = () => 'reset';
    const [session, otherTab] = [open(), open()];
    await session.leave();
    await pay(session);
    const ended: string[] = [];
    let paid: Promise<unknown> = Promise.resolve();
    const login = async () => {
      logout = () => ({ status: 204 });
      paid = pay(otherTab).then(() => ended.push('logout'));
      // These requests last as long as an answer that is held back.
      for (let round = 0; round < 5; round += 1) await fetch(`${server.url}/api/login`, { method: 'POST' });
      ended.push('login');
      return 'of-u2';
    };
    await session.signIn(login, (error) => failures.push(error));
    expect(await session.read()).toBe('of-u2');
    await paid;
    expect(ended).toEqual(['login', 'logout']);
    expect(await session.read()).toBe('of-u2');
  });

  test('keeps the person signed out when a killed browser had not cleared localStorage', async () => {
    logout = () => 'reset';
    const session = open();
    await session.leave();
    await pay(session);
    browser.local.set('role', 'secretary');
    browser.signIn('u1', 'of-u1');
    const later = open();
    expect([await later.read(), await later.owner()]).toEqual([null, null]);
    expect([...browser.local.keys()]).toEqual([]);
    logout = () => ({ status: 204 });
    expect(await pay(later)).toBe(true);
  });

  test('blocks every refresh, also the worker’s', async () => {
    logout = () => 'reset';
    const session = open();
    await session.leave();
    await session.save({ token: 'of-u2', role: 'secretary', userId: 'u2' });
    for (const each of [session, open(true)]) {
      expect(await each.refresh('of-u2')).toEqual({ kind: 'unavailable', reason: 'logout' });
    }
    expect(server.callsTo('POST', /refresh/)).toEqual([]);
    expect(await session.read()).toBe('of-u2');
  });
});

describe('while signed out', () => {
  test('no refresh is sent', async () => {
    const session = open();
    await session.leave();
    expect(await session.refresh('of-u1')).toEqual({ kind: 'no-token' });
    await session.save({ token: 'other', role: 'secretary', userId: 'u1' });
    await session.clear();
    expect(session.ending()).toBe('refused');
    expect(await session.refresh('other')).toEqual({ kind: 'no-token' });
    expect(server.callsTo('POST', /refresh/)).toEqual([]);
  });

  test('a refresh under way is dropped and restores no session', async () => {
    const session = open();
    const left = Promise.withResolvers<void>();
    server.refresh = () => {
      void session.leave().then(left.resolve);
      return { status: 200, body: { token: 'new' } };
    };
    expect(await session.refresh('of-u1')).toEqual({ kind: 'no-token' });
    await left.promise;
    expect(await session.read()).toBeNull();
    expect(await open(true).read()).toBeNull();
  });

  test('a new token resets the flag', async () => {
    const session = open();
    await session.leave();
    await session.save({ token: 'of-u2' });
    expect(session.ending()).toBeUndefined();
    expect(await session.refresh('of-u2')).toEqual({ kind: 'token', token: 'new' });
  });
});

describe('the visit number, which outdates earlier requests', () => {
  test('changes on sign-out, on a refused refresh and on another sign-in', async () => {
    const session = open();
    const visits = [session.visit()];
    await session.leave();
    visits.push(session.visit());
    await session.save({ token: 'of-u2' });
    visits.push(session.visit());
    await session.clear();
    visits.push(session.visit());
    expect(new Set(visits).size).toBe(visits.length);
  });

  test('other tabs know why the session ended: a refused refresh or a sign-out', async () => {
    const [one, other] = [open(), open()];
    await one.clear();
    other.visit();
    expect([one.ending(), other.ending()]).toEqual(['refused', 'refused']);
    await one.save({ token: 'of-u2', userId: 'u2' });
    other.visit();
    expect(other.ending()).toBeUndefined();
    await one.leave();
    other.visit();
    expect(other.ending()).toBe('left');
  });

  test('changes when another tab signs out, or signs in as somebody else', () => {
    const session = open();
    const first = session.visit();
    browser.local.clear();
    const second = session.visit();
    expect(session.ending()).toBe('left');
    browser.signIn('u2');
    expect([session.visit() > second, second > first, session.ending()]).toEqual([false, true, undefined]);
    browser.signIn('u3');
    expect(session.visit()).toBeGreaterThan(second);
  });

  test('does not change on a refresh, nor when the role and the id arrive', async () => {
    const session = open();
    await session.save({ token: 'fresh' });
    const visit = session.visit();
    await session.save({ token: 'fresh', role: 'secretary', userId: 'u9' });
    await session.refresh('fresh');
    expect(session.visit()).toBe(visit);
    expect(await session.read()).toBe('new');
  });
});

test('a new session starts without the role and the id of the previous one', async () => {
  const session = open();
  browser.local.set('role', 'admin');
  await session.save({ token: 'of-u2' });
  expect([browser.local.get('role'), browser.local.get('user_id'), await session.owner()]).toEqual([
    undefined,
    undefined,
    null,
  ]);
});
