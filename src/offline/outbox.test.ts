import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { haste, OfflineBrowser, type Tab } from '#tests/support/offline-browser.ts';
import { WriteServer } from '#tests/support/write-server.ts';
import { drainWrites } from './background-writes.ts';
import type { NewWrite, OutboxRow } from './outbox-row.ts';
import { StorageFullError } from './store.ts';
import { startWorkTime } from './work-time.ts';

let server: WriteServer;
let browser: OfflineBrowser;

beforeEach(async () => {
  server = await WriteServer.start();
  browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
});

afterEach(async () => {
  browser.close();
  await server.stop();
});

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 5 });
const open = { isOpen: () => true };

function makeProtocol(id: string = randomUUID(), body: Record<string, unknown> = {}): NewWrite {
  return {
    kind: 'protocol.create',
    scope: `protocol:${id}`,
    subject: id,
    creates: id,
    variables: { id },
    title: 'Новый протокол',
    request: { method: 'POST', path: '/protocols', body: { id, title: 'Совет', ...body }, extras: ['id'] },
  };
}

function makeTask(protocolId: string, id: string = randomUUID(), title = 'Сделать'): NewWrite {
  return {
    kind: 'task.create',
    scope: `protocol:${protocolId}`,
    subject: id,
    creates: id,
    variables: { protocolId, id },
    title: 'Новое поручение',
    request: { method: 'POST', path: `/protocols/${protocolId}/tasks`, body: { id, title }, extras: ['id'] },
  };
}

function changeProtocol(id: string, change: Record<string, unknown>): NewWrite {
  return {
    kind: 'protocol.update',
    scope: `protocol:${id}`,
    subject: id,
    variables: { id, change },
    title: 'Протокол',
    request: { method: 'PUT', path: `/protocols/${id}`, body: change },
  };
}

const states = (tab: Tab) => tab.outbox.list().map(({ state }) => state);

describe('with the line there', () => {
  test('keeps a write before it is sent, sends it once under its key, and keeps nothing afterwards', async () => {
    const tab = await browser.openTab();
    let keptWhenSent: number | undefined;
    server.fault = () => {
      void tab.store.writesOf('u1').then(({ length }) => (keptWhenSent = length));
      return undefined;
    };
    const write = makeProtocol();
    const outcome = await tab.outbox.write(write, open);
    expect(outcome).toMatchObject({ kind: 'sent', reply: { data: { id: write.creates } } });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(keptWhenSent).toBe(1);
    expect(await tab.store.writesOf('u1')).toEqual([]);
    expect(server.seen).toMatchObject([{ token: 'token-of-u1', key: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  });

  test('an answer that was lost is asked for again by the same key: one thing, one version', async () => {
    const tab = await browser.openTab();
    let losses = 1;
    server.fault = () => (losses-- > 0 ? 'reset-afterwards' : undefined);
    expect(await tab.outbox.write(makeProtocol(), open)).toEqual({ kind: 'kept' });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.seen).toHaveLength(2);
    expect(new Set(server.seen.map(({ key }) => key)).size).toBe(1);
    expect([...server.things.values()]).toMatchObject([{ version: 1 }]);
  });

  test('a portal’s page in place of an answer is none', async () => {
    const tab = await browser.openTab();
    let pages = 1;
    server.fault = () => (pages-- > 0 ? { status: 200, html: '<h1>Войдите в сеть</h1>' } : undefined);
    await tab.outbox.write(makeProtocol(), open);
    await until(() => expect(server.things.size).toBe(1));
    await until(() => expect(tab.outbox.list()).toEqual([]));
  });

  test('a gateway’s page that says «too large» is a refusal, not a lost line', async () => {
    const tab = await browser.openTab();
    server.fault = () => ({ status: 413, html: '<h1>413 Request Entity Too Large</h1>' });
    const outcome = await tab.outbox.write(makeProtocol(), open);
    expect(outcome).toMatchObject({
      kind: 'refused',
      fault: { status: 413, message: expect.stringMatching(/столько данных/) },
    });
    expect(server.seen).toHaveLength(1);
  });

  test('a form waits for a silent server only so long', async () => {
    const tab = await browser.openTab();
    server.fault = () => 'silence';
    expect(await tab.outbox.write(makeProtocol(), open)).toEqual({ kind: 'kept' });
    expect(states(tab)).toEqual(['waiting']);
  });
});

describe('what is saved over and over', () => {
  /** Takes what was typed last, unless it is another field that was. */
  const joinSame = (write: NewWrite) => (last: OutboxRow) =>
    last.kind === write.kind && 'listened' in (last.request.body ?? {}) ? { ...write } : undefined;
  const keep = (tab: Tab, id: string, change: Record<string, unknown>) => {
    const write = changeProtocol(id, change);
    return tab.outbox.keep(write, joinSame(write));
  };

  test('is one write as long as it has not left, and arrives once, as it was last', async () => {
    const tab = await browser.openTab();
    const made = makeProtocol();
    await tab.outbox.write(made, open);
    await until(() => expect(tab.outbox.list()).toEqual([]));
    server.seen.length = 0;
    server.fault = () => 'reset';
    await keep(tab, made.subject, { title: 'Собрание' });
    for (const listened of ['а', 'аб', 'абв']) await keep(tab, made.subject, { listened });
    await until(() => expect(tab.outbox.list()).toHaveLength(2));
    expect((await tab.store.writesOf('u1')).map(({ request }) => request.body)).toEqual([
      { title: 'Собрание' },
      { listened: 'абв' },
    ]);
    server.fault = () => undefined;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.things.get(made.subject)).toMatchObject({ title: 'Собрание', listened: 'абв', version: 3 });
  });

  test('goes after what is on its way, whose key belongs to its body', async () => {
    const tab = await browser.openTab();
    const made = makeProtocol();
    await tab.outbox.write(made, open);
    server.fault = () => 'reset-afterwards';
    await keep(tab, made.subject, { listened: 'а' });
    await until(async () => expect((await tab.store.writesOf('u1'))[0]?.begun).toBe(true));
    await keep(tab, made.subject, { listened: 'аб' });
    await keep(tab, made.subject, { listened: 'абв' });
    expect((await tab.store.writesOf('u1')).map(({ request }) => request.body)).toEqual([
      { listened: 'а' },
      { listened: 'абв' },
    ]);
    server.fault = () => undefined;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.things.get(made.subject)).toMatchObject({ listened: 'абв', version: 3 });
  });

  test('goes again in another form where it was refused', async () => {
    const tab = await browser.openTab();
    const made = makeProtocol();
    await tab.outbox.write(made, open);
    server.fault = ({ body }) =>
      (body as { listened?: string } | undefined)?.listened === 'а' ? { status: 422, body: {} } : undefined;
    await keep(tab, made.subject, { listened: 'а' });
    await until(() => expect(states(tab)).toEqual(['failed']));
    await keep(tab, made.subject, { listened: 'аб' });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.things.get(made.subject)).toMatchObject({ listened: 'аб', version: 2 });
  });
});

describe('without the line', () => {
  test('all that was made offline arrives in its order when the line returns', async () => {
    const tab = await browser.openTab();
    server.reachable = false;
    const protocol = makeProtocol();
    const id = protocol.subject;
    await tab.outbox.write(protocol);
    await tab.outbox.write(changeProtocol(id, { place: 'Зал' }));
    await tab.outbox.write(makeTask(id));
    expect(states(tab)).toEqual(['waiting', 'waiting', 'waiting']);
    server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.sent).toEqual(['POST /protocols', `PUT /protocols/${id}`, `POST /protocols/${id}/tasks`]);
    expect(server.things.get(id)).toMatchObject({ title: 'Совет', place: 'Зал' });
  });

  test('what was kept is sent at the next start, by whoever made it alone', async () => {
    const tab = await browser.openTab();
    server.reachable = false;
    await tab.outbox.write(makeProtocol());
    tab.close();
    server.reachable = true;
    browser.signIn('u2');
    const theirs = await browser.openTab();
    expect(theirs.outbox.list()).toEqual([]);
    theirs.close();
    expect(server.seen).toEqual([]);
    browser.signIn('u1');
    const mine = await browser.openTab();
    await until(() => expect(server.things.size).toBe(1));
    await until(async () => expect(await mine.store.writesOf('u1')).toEqual([]));
  });

  test('a browser that died while it sent asks again by the same key', async () => {
    const tab = await browser.openTab();
    server.fault = () => 'silence';
    await tab.outbox.write(makeProtocol());
    await until(() => expect(server.seen).toHaveLength(1));
    tab.close();
    server.fault = () => undefined;
    const next = await browser.openTab();
    await until(() => expect(server.things.size).toBe(1));
    await until(() => expect(next.outbox.list()).toEqual([]));
    expect(new Set(server.seen.map(({ key }) => key)).size).toBe(1);
  });

  test('the worker sends what is left, and hands nothing over that waits for a person', async () => {
    const tab = await browser.openTab();
    server.reachable = false;
    await tab.outbox.write(makeProtocol());
    tab.close();
    server.reachable = true;
    const store = browser.openStore();
    const session = browser.openSession(store, true);
    const deps = { ...browser.workParts(store, session), session, fetch: browser.fetch };
    expect(
      await drainWrites({ ...deps, signal: new AbortController().signal, time: startWorkTime(browser.clock) }),
    ).toBe(true);
    expect(server.things.size).toBe(1);
    expect(await store.writesOf('u1')).toEqual([]);
  });

  test('what the worker sent is shown as sent until a page with a line has read it', async () => {
    const tab = await browser.openTab();
    server.reachable = false;
    const protocol = makeProtocol();
    await tab.outbox.write(protocol);
    tab.close();
    server.reachable = true;
    const store = browser.openStore();
    const session = browser.openSession(store, true);
    const deps = { ...browser.workParts(store, session), session, fetch: browser.fetch };
    await drainWrites({ ...deps, signal: new AbortController().signal, time: startWorkTime(browser.clock) });
    const read = Promise.withResolvers<void>();
    browser.showSent = () => read.promise;
    const next = await browser.openTab();
    await until(() => expect(next.outbox.list()).toMatchObject([{ state: 'sent', subject: protocol.subject }]));
    expect(await next.store.writesOf('u1')).toEqual([]);
    read.resolve();
    await until(() => expect(next.outbox.list()).toEqual([]));
    expect((await next.store.allWritesOf('u1')).sent).toEqual([]);
    expect(server.seen).toHaveLength(1);
  });

  test('what was sent while the line went stays shown until it is back', async () => {
    const read = Promise.withResolvers<void>();
    browser.showSent = () => read.promise;
    const tab = await browser.openTab();
    await tab.outbox.write(makeProtocol(), open);
    expect(states(tab)).toEqual(['sent']);
    server.reachable = false;
    await tab.outbox.write(makeProtocol());
    await until(() => expect(tab.connectivity.isOnline()).toBe(false));
    read.resolve();
    await until(async () => expect(await tab.store.writesOf('u1')).toHaveLength(1));
    expect((await tab.store.allWritesOf('u1')).sent).toHaveLength(1);
    expect(states(tab)).toEqual(['sent', 'waiting']);
    server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    await until(async () => expect((await tab.store.allWritesOf('u1')).sent).toEqual([]));
  });
});

describe('a refusal', () => {
  const refusal = { status: 422, body: { code: 'invalid', message: 'Проверьте поля', errors: { title: ['Коротко'] } } };

  test('goes back to its form while that is open, and is not kept', async () => {
    const tab = await browser.openTab();
    server.fault = () => refusal;
    const outcome = await tab.outbox.write(makeProtocol(), open);
    expect(outcome).toMatchObject({
      kind: 'refused',
      fault: { status: 422, message: 'Проверьте поля', fields: { title: 'Коротко' } },
    });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(await tab.store.writesOf('u1')).toEqual([]);
  });

  test('takes back with it what was kept in the same step', async () => {
    const tab = await browser.openTab();
    server.fault = () => refusal;
    const protocol = makeProtocol();
    const outcome = await tab.outbox.write(protocol, open, [makeTask(protocol.subject), makeTask(protocol.subject)]);
    expect(outcome.kind).toBe('refused');
    expect(await tab.store.writesOf('u1')).toEqual([]);
    expect(server.seen).toHaveLength(1);
  });

  test('without its form it is kept with the reason; what depends on it waits, the rest goes on', async () => {
    const tab = await browser.openTab();
    server.things.set('p2', { version: 1 });
    server.fault = ({ path }) => (path === '/protocols' ? refusal : undefined);
    const protocol = makeProtocol();
    await tab.outbox.write(protocol);
    await tab.outbox.write(makeTask(protocol.subject));
    await tab.outbox.write(changeProtocol('p2', { place: 'Зал' }));
    await until(() => expect(server.things.get('p2')).toMatchObject({ place: 'Зал' }));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    expect(tab.outbox.list()[0]?.fault).toMatchObject({ message: 'Проверьте поля' });
    expect(server.sent.filter((call) => call.includes('/tasks'))).toEqual([]);
  });

  test('is sent again in another form, and what waited for it follows', async () => {
    const tab = await browser.openTab();
    server.fault = ({ body }) => (body?.title === 'Совет' ? refusal : undefined);
    const protocol = makeProtocol();
    const id = protocol.subject;
    await tab.outbox.write(protocol);
    await tab.outbox.write(makeTask(id));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    const [failed] = tab.outbox.list();
    const body = { id, title: 'Совет директоров' };
    await tab.outbox.amend(failed?.id ?? '', { variables: { id }, request: { ...protocol.request, body } });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.things.get(id)).toMatchObject({ title: 'Совет директоров' });
    expect(server.sent.at(-1)).toBe(`POST /protocols/${id}/tasks`);
    expect(server.seen[0]?.key).not.toBe(server.seen[1]?.key);
  });

  test('is corrected in one tab only: the other one hears that it is decided', async () => {
    server.fault = () => refusal;
    const tab = await browser.openTab();
    await tab.outbox.write(makeProtocol());
    await until(() => expect(states(tab)).toEqual(['failed']));
    server.fault = () => 'silence';
    const id = tab.outbox.list()[0]?.id ?? '';
    const corrected = makeProtocol();
    const change = { variables: corrected.variables, request: corrected.request };
    expect(await tab.outbox.amend(id, change)).toBe(true);
    expect(await tab.outbox.amend(id, change)).toBe(false);
    expect(states(tab)).toEqual(['waiting']);
  });

  test('is discarded with all that cannot be sent without it', async () => {
    const tab = await browser.openTab();
    server.fault = () => refusal;
    const protocol = makeProtocol();
    await tab.outbox.write(protocol);
    await tab.outbox.write(makeTask(protocol.subject));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    const id = tab.outbox.list()[0]?.id ?? '';
    expect(tab.outbox.dependentsOf(id)).toHaveLength(1);
    await tab.outbox.discard(id);
    expect(tab.outbox.list()).toEqual([]);
    expect(await tab.store.writesOf('u1')).toEqual([]);
  });

  test('does not hold up the deletion of its thing, and goes with it', async () => {
    const tab = await browser.openTab();
    server.things.set('p1', { id: 'p1', version: 3 });
    server.fault = ({ method }) => (method === 'DELETE' ? undefined : refusal);
    const deletion: NewWrite = { ...changeProtocol('p1', {}), request: { method: 'DELETE', path: '/protocols/p1' } };
    await tab.outbox.write(changeProtocol('p1', { place: 'Зал' }));
    await tab.outbox.write(changeProtocol('p1', { place: 'Дом' }));
    await tab.outbox.write(makeTask('p1'));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting', 'failed']));
    expect(await tab.outbox.write(deletion, open)).toMatchObject({ kind: 'sent' });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.things.has('p1')).toBe(false);
    expect(await tab.store.writesOf('u1')).toEqual([]);
  });

  test('comes back in full when the deletion of its thing is undone', async () => {
    const tab = await browser.openTab();
    server.things.set('p1', { id: 'p1', version: 3 });
    server.fault = ({ body }) => (body ? refusal : { status: 503 });
    const deletion: NewWrite = { ...changeProtocol('p1', {}), request: { method: 'DELETE', path: '/protocols/p1' } };
    await tab.outbox.write(changeProtocol('p1', { place: 'Зал' }));
    await until(() => expect(states(tab)).toEqual(['failed']));
    await tab.outbox.write(deletion);
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    await tab.outbox.discard(tab.outbox.list()[1]?.id ?? '');
    expect(states(tab)).toEqual(['failed']);
  });

  test('tells the form of what it holds up that this waits', async () => {
    const tab = await browser.openTab();
    server.fault = () => refusal;
    await tab.outbox.write(changeProtocol('p1', { place: 'Зал' }));
    await until(() => expect(states(tab)).toEqual(['failed']));
    expect(await tab.outbox.write(changeProtocol('p1', { place: 'Дом' }), open)).toEqual({ kind: 'kept' });
    expect(server.seen).toHaveLength(1);
  });

  test('is not brought to the server by what was made over it', async () => {
    const without = (row: OutboxRow, was: OutboxRow, now?: { variables: unknown }) => {
      const { [String(was.variables)]: _gone, ...body } = row.request.body ?? {};
      if (Object.keys(body).length === 0) return null;
      return { ...row, request: { ...row.request, body: { ...body, ...(now ? { [String(now.variables)]: 1 } : {}) } } };
    };
    browser.rebase = without;
    const tab = await browser.openTab();
    server.things.set('p1', { id: 'p1', version: 1 });
    server.fault = ({ body }) => (body?.d || body?.b ? undefined : refusal);
    const edit = (variables: string, body: Record<string, unknown>) => ({ ...changeProtocol('p1', body), variables });
    await tab.outbox.write(edit('a', { a: 1 }));
    await tab.outbox.write(edit('only-a', { a: 1 }));
    await tab.outbox.write(edit('b', { a: 1, b: 1 }));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting', 'waiting']));
    const [first] = tab.outbox.list();
    const request = { ...changeProtocol('p1', { d: 1 }).request };
    await tab.outbox.amend(first?.id ?? '', { variables: 'd', request });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.seen.map(({ body }) => body)).toEqual([{ a: 1 }, { d: 1 }, { b: 1, d: 1 }]);
    server.fault = () => refusal;
    await tab.outbox.write(edit('a', { a: 1 }));
    await tab.outbox.write(edit('b', { a: 1, b: 2 }));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    server.fault = () => undefined;
    await tab.outbox.discard(tab.outbox.list()[0]?.id ?? '');
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.seen.at(-1)?.body).toEqual({ b: 2 });
  });

  test('is taken back by a person as long as it has not left, and by nobody afterwards', async () => {
    const tab = await browser.openTab();
    server.reachable = false;
    const protocol = makeProtocol();
    await tab.outbox.write(protocol);
    await tab.outbox.write(makeTask(protocol.subject));
    expect(await tab.outbox.takeBack(tab.outbox.list()[0]?.id ?? '')).toBe(true);
    expect(await tab.store.writesOf('u1')).toEqual([]);
    server.reachable = true;
    server.fault = () => 'silence';
    void tab.outbox.write(makeProtocol());
    await until(() => expect(server.seen).toHaveLength(1));
    expect(await tab.outbox.takeBack(tab.outbox.list()[0]?.id ?? '')).toBe(false);
    expect(await tab.store.writesOf('u1')).toHaveLength(1);
  });

  test('becomes another one as long as it has not left: only the last is sent', async () => {
    const tab = await browser.openTab();
    server.things.set('a', {});
    server.reachable = false;
    await tab.outbox.write(changeProtocol('a', { n: 1 }));
    for (const n of [2, 3]) {
      const { variables, request } = changeProtocol('a', { n });
      expect(await tab.outbox.amendUnsent(tab.outbox.list()[0]?.id ?? '', { variables, request })).toBe(true);
    }
    expect(tab.outbox.list()).toMatchObject([{ variables: { change: { n: 3 } } }]);
    server.reachable = true;
    await tab.outbox.retry(tab.outbox.list()[0]?.id ?? '');
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.seen.map(({ body }) => body)).toEqual([{ n: 3 }]);
  });

  test('stays as it is once it is on its way', async () => {
    const tab = await browser.openTab();
    server.fault = () => 'silence';
    void tab.outbox.write(changeProtocol('a', { n: 1 }));
    await until(() => expect(server.seen).toHaveLength(1));
    const { variables, request } = changeProtocol('a', { n: 2 });
    expect(await tab.outbox.amendUnsent(tab.outbox.list()[0]?.id ?? '', { variables, request })).toBe(false);
    expect(tab.outbox.list()).toMatchObject([{ variables: { change: { n: 1 } } }]);
  });

  test('amended while it asks who the server is, it leaves as it is then', async () => {
    server.things.set('a', {});
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const plain = browser.fetch;
    browser.fetch = async (path, init) => {
      if (path === '/api/health') {
        asked.resolve();
        await answered.promise;
      }
      return plain(path, init);
    };
    const tab = await browser.openTab();
    void tab.outbox.write(changeProtocol('a', { n: 1 }));
    await asked.promise;
    const { variables, request } = changeProtocol('a', { n: 2 });
    expect(await tab.outbox.amendUnsent(tab.outbox.list()[0]?.id ?? '', { variables, request })).toBe(true);
    answered.resolve();
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.seen.map(({ body }) => body)).toEqual([{ n: 2 }]);
  });

  test('is not taken back after its answer was lost: the server may have it', async () => {
    const tab = await browser.openTab();
    server.fault = () => 'reset-afterwards';
    await tab.outbox.write(makeProtocol(), open);
    await until(() => expect(tab.outbox.list()[0]?.nextAttemptAt).not.toBeNull());
    const id = tab.outbox.list()[0]?.id ?? '';
    expect(await tab.outbox.takeBack(id)).toBe(false);
    await tab.outbox.retry(id);
    expect(await tab.outbox.takeBack(id)).toBe(false);
    server.fault = () => undefined;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.things.size).toBe(1);
  });

  test('a deletion of what is gone, and an id that is taken, are done already', async () => {
    const tab = await browser.openTab();
    const protocol = makeProtocol();
    server.things.set(protocol.subject, {});
    const remove: NewWrite = {
      ...changeProtocol('gone', {}),
      request: { method: 'DELETE', path: '/protocols/gone', settled: [404] },
    };
    expect(await tab.outbox.write(remove, open)).toMatchObject({ kind: 'sent' });
    expect(await tab.outbox.write(protocol, open)).toMatchObject({ kind: 'sent' });
  });

  test('of the session keeps everything: it is sent when the same person signs in again', async () => {
    const tab = await browser.openTab();
    server.fault = ({ token }) => (token === 'token-of-u1' ? { status: 401, body: {} } : undefined);
    await tab.outbox.write(makeProtocol());
    await until(async () => expect(await tab.session.owner()).toBe(null));
    expect(tab.outbox.list()).toEqual([]);
    expect(await tab.store.writesOf('u1')).toHaveLength(1);
    await tab.session.save({ token: 'another', userId: 'u1' });
    await until(() => expect(server.things.size).toBe(1));
  });
});

describe('a server in trouble', () => {
  test.each([429, 503])('is asked again after %i, as late as it says', async (status) => {
    const tab = await browser.openTab();
    let answers = 1;
    let first = 0;
    server.fault = () => {
      if (answers-- <= 0) return undefined;
      first = performance.now();
      return { status, headers: { 'retry-after': '4' }, body: {} };
    };
    expect(await tab.outbox.write(makeProtocol(), open)).toEqual({ kind: 'kept' });
    await until(() => expect(server.things.size).toBe(1));
    // Timers are 20 times shorter here.
    expect(performance.now() - first).toBeGreaterThanOrEqual(4_000 / 20 - 2);
  });

  test('holds up one scope and no other', async () => {
    const tab = await browser.openTab();
    server.things.set('p1', { version: 1 }).set('p2', { version: 1 });
    server.fault = ({ path }) =>
      path === '/protocols/p1' ? { status: 500, headers: { 'retry-after': '3600' }, body: {} } : undefined;
    await tab.outbox.write(changeProtocol('p1', { place: 'А' }));
    await tab.outbox.write(changeProtocol('p1', { place: 'Б' }));
    await tab.outbox.write(changeProtocol('p2', { place: 'В' }));
    await until(() => expect(server.things.get('p2')).toMatchObject({ place: 'В' }));
    await until(() => expect(states(tab)).toEqual(['waiting', 'waiting']));
    expect(server.sent.filter((call) => call.endsWith('p1'))).toHaveLength(1);
  });
});

describe('versions', () => {
  test('one’s own edits in a row are no conflict, nor is one whose form was opened over an unsent one', async () => {
    const tab = await browser.openTab();
    server.things.set('p1', { version: 3 });
    server.reachable = false;
    await tab.outbox.write(changeProtocol('p1', { version: 3, place: 'А' }));
    await tab.outbox.write(changeProtocol('p1', { version: 3, number: '7' }));
    const laid = tab.outbox.list().map(({ id }) => id);
    server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    await tab.outbox.write({ ...changeProtocol('p1', { version: 3, title: 'Т' }), laid }, open);
    expect(server.things.get('p1')).toEqual({ version: 6, place: 'А', number: '7', title: 'Т' });
  });

  test('what somebody else changed meanwhile waits for the person, with the state of now', async () => {
    const tab = await browser.openTab();
    server.things.set('p1', { version: 4, place: 'их' });
    await tab.outbox.write(changeProtocol('p1', { version: 3, place: 'мой' }));
    await until(() => expect(states(tab)).toEqual(['conflict']));
    const [row] = tab.outbox.list();
    expect(row?.fault?.current).toMatchObject({ version: 4, place: 'их' });
    const request = { method: 'PUT' as const, path: '/protocols/p1', body: { version: 4, place: 'мой' } };
    await tab.outbox.amend(row?.id ?? '', { variables: {}, request });
    await until(() => expect(server.things.get('p1')).toMatchObject({ version: 5, place: 'мой' }));
  });
});

describe('several tabs', () => {
  test('both show a write, one sends it, and both hear of it', async () => {
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    const heard: string[] = [];
    one.outbox.onSent(() => void heard.push('one'));
    other.outbox.onSent(() => void heard.push('other'));
    server.reachable = false;
    await one.outbox.write(makeProtocol());
    await until(() => expect(states(other)).toEqual(['waiting']));
    server.reachable = true;
    await until(() => expect(heard.sort()).toEqual(['one', 'other']));
    await until(() => expect([one.outbox.list(), other.outbox.list()]).toEqual([[], []]));
    expect(server.seen).toHaveLength(1);
  });

  test('a write whose tab is gone is sent by the next one', async () => {
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    let silent = 1;
    server.fault = () => (silent-- > 0 ? 'silence' : undefined);
    void one.outbox.write(makeProtocol());
    await until(() => expect(server.seen).toHaveLength(1));
    one.close();
    await until(() => expect(server.things.size).toBe(1));
    await until(() => expect(other.outbox.list()).toEqual([]));
  });
});

test('a server that can do with fewer words gets them, any other gets all', async () => {
  const tab = await browser.openTab();
  const lighter = { capability: 'agenda-changes', field: 'agenda', body: { agenda_changes: ['part'] } };
  const change = async (id: string) => {
    const write = changeProtocol(id, { version: 1, agenda: ['whole'] });
    await tab.outbox.write({ ...write, request: { ...write.request, lighter } });
    await until(() => expect(server.seen.at(-1)?.path).toBe(`/protocols/${id}`));
    return server.seen.at(-1)?.body;
  };
  expect(await change('p1')).toEqual({ version: 1, agenda: ['whole'] });
  server.capabilities = [...(server.capabilities ?? []), 'agenda-changes'];
  expect(await change('p2')).toEqual({ version: 1, agenda_changes: ['part'] });
});

describe('a plain provider', () => {
  beforeEach(() => {
    server.capabilities = undefined;
  });

  test('gets neither keys nor ids of ours, and its own id leads on', async () => {
    const tab = await browser.openTab();
    server.reachable = false;
    const protocol = makeProtocol();
    const id = protocol.subject;
    await tab.outbox.write(protocol);
    await tab.outbox.write({ ...changeProtocol(id, { meeting_id: id }), scope: `protocol:${id}` });
    server.nextId = () => 77;
    server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.seen).toMatchObject([
      { key: null, path: '/protocols', body: { title: 'Совет' } },
      { key: null, path: '/protocols/77', body: { meeting_id: 77 } },
    ]);
    expect(server.seen[0]?.body).not.toHaveProperty('id');
    expect(tab.outbox.currentId(id)).toBe('77');
    await tab.outbox.write(changeProtocol(id, { place: 'Зал' }), open);
    expect(server.sent.at(-1)).toBe('PUT /protocols/77');
  });

  test('shows what it made under the one id at every moment', async () => {
    const tab = await browser.openTab();
    server.reachable = false;
    const protocol = makeProtocol();
    const id = protocol.subject;
    await tab.outbox.write(protocol, undefined, [makeTask(id)]);
    server.nextId = () => 77;
    const told: unknown[] = [];
    tab.outbox.onSent((row) => {
      const shown = tab.outbox.list().map(({ variables }) => variables);
      if (row.kind === 'protocol.create') told.push(row.variables, shown);
    });
    server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(told).toMatchObject([{ id: '77' }, [{ id: '77' }, { protocolId: '77' }]]);
  });

  test('whose answer was lost may have taken it: the person decides', async () => {
    const tab = await browser.openTab();
    let losses = 1;
    server.fault = () => (losses-- > 0 ? 'reset-afterwards' : undefined);
    await tab.outbox.write(makeProtocol());
    await until(() => expect(states(tab)).toEqual(['unsure']));
    expect(server.seen).toHaveLength(1);
    await tab.outbox.settle(tab.outbox.list()[0]?.id ?? '');
    expect(tab.outbox.list()).toEqual([]);
    expect(server.seen).toHaveLength(1);
  });

  test('is not sent again by itself what a browser sent when it died', async () => {
    const tab = await browser.openTab();
    server.fault = () => 'silence';
    void tab.outbox.write(makeProtocol());
    await until(() => expect(server.seen).toHaveLength(1));
    tab.close();
    server.fault = () => undefined;
    const next = await browser.openTab();
    await until(() => expect(states(next)).toEqual(['unsure']));
    await next.outbox.retry(next.outbox.list()[0]?.id ?? '');
    await until(() => expect(next.outbox.list()).toEqual([]));
    expect(server.seen).toHaveLength(2);
  });

  test('that answers no id asks which one it is, when something waits for it', async () => {
    const tab = await browser.openTab();
    server.reachable = false;
    server.nextId = () => undefined;
    const protocol = makeProtocol();
    await tab.outbox.write(protocol);
    await tab.outbox.write(makeTask(protocol.subject));
    server.reachable = true;
    await until(() => expect(states(tab)).toEqual(['unnamed', 'waiting']));
    await tab.outbox.settle(tab.outbox.list()[0]?.id ?? '', '12');
    await until(() => expect(server.sent.at(-1)).toBe('POST /protocols/12/tasks'));
  });
});

describe('files', () => {
  test('are kept with their write and arrive with it', async () => {
    const tab = await browser.openTab();
    server.reachable = false;
    const id = randomUUID();
    await tab.outbox.write({
      ...makeProtocol(id),
      request: {
        method: 'POST',
        path: '/meetings',
        form: [
          ['id', id],
          ['title', 'Совет'],
          ['files[]', new File(['12345'], 'повестка.txt')],
        ],
        extras: ['id'],
      },
    });
    tab.close();
    server.reachable = true;
    await browser.openTab();
    await until(() => expect(server.seen[0]?.fields).toEqual({ id, title: 'Совет', 'files[]': '5 bytes' }));
  });

  test('a device without room says so, and nothing was sent', async () => {
    const full = () => Promise.reject(new StorageFullError('full'));
    const tab = await browser.openTab({ addWrites: full });
    await expect(tab.outbox.write(makeProtocol())).rejects.toMatchObject({ name: 'NotKeptError', isFull: true });
    expect(server.seen).toEqual([]);
  });
});

describe('a device that keeps nothing any more', () => {
  const fails = () => Promise.reject(new DOMException('the disk fails', 'UnknownError'));
  /** So long it is left alone, in milliseconds of the tests' clock; a timer may be one early. */
  const left = 60_000 / haste - 1;

  /** When something was sent, from now on. */
  function sendingTimes(fault?: ReturnType<WriteServer['fault']>): number[] {
    const times: number[] = [];
    server.fault = () => {
      times.push(performance.now());
      return fault;
    };
    return times;
  }

  test('says so, and what it does not keep can be sent at once, again under the same key', async () => {
    const tab = await browser.openTab({ addWrites: fails });
    const protocol = makeProtocol();
    await expect(tab.outbox.write(protocol)).rejects.toMatchObject({ name: 'NotKeptError', isFull: false });
    let losses = 1;
    server.fault = () => (losses-- > 0 ? 'reset-afterwards' : undefined);
    expect(await tab.outbox.sendUnkept(protocol, 'key-1')).toEqual({ kind: 'no-answer' });
    expect(await tab.outbox.sendUnkept(protocol, 'key-1')).toMatchObject({ kind: 'sent' });
    expect([...server.things.values()]).toMatchObject([{ id: protocol.subject, version: 1 }]);
  });

  test('sends a plain provider nothing of ours, and does not overtake what is kept', async () => {
    server.capabilities = undefined;
    const store = browser.openStore();
    let isBroken = false;
    const tab = await browser.openTab({ addWrites: (...rows) => (isBroken ? fails() : store.addWrites(...rows)) });
    server.fault = ({ path }) => (path === '/protocols/p1' ? { status: 503 } : undefined);
    await tab.outbox.write(changeProtocol('p1', { title: 'Было' }));
    isBroken = true;
    expect(await tab.outbox.sendUnkept(changeProtocol('p1', { title: 'Стало' }), 'key-1')).toEqual({ kind: 'held' });
    expect(await tab.outbox.sendUnkept(makeProtocol(), 'key-2')).toMatchObject({ kind: 'sent' });
    expect(server.seen.at(-1)).toMatchObject({ key: null, body: { title: 'Совет' } });
    server.fault = () => 'reset-afterwards';
    expect(await tab.outbox.sendUnkept(makeProtocol(), 'key-3')).toEqual({ kind: 'unsure' });
  });

  test('still sends what it kept before, once, and clears it away when it can write again', async () => {
    const before = await browser.openTab();
    server.reachable = false;
    await before.outbox.write(makeProtocol());
    before.close();
    server.reachable = true;
    const store = browser.openStore();
    let isBroken = true;
    const changeWrites: typeof store.changeWrites = (...change) => (isBroken ? fails() : store.changeWrites(...change));
    const tab = await browser.openTab({ changeWrites });
    await until(() => expect(server.things.size).toBe(1));
    isBroken = false;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect([...server.things.values()]).toMatchObject([{ version: 1 }]);
    expect(new Set(server.seen.map(({ key }) => key)).size).toBe(1);
  });

  test('is left alone for a while with what it could not note, though its time has come', async () => {
    const before = await browser.openTab();
    server.fault = () => 'reset-afterwards';
    await before.outbox.write(makeProtocol());
    await until(() => expect(before.outbox.list()[0]?.nextAttemptAt).not.toBeNull());
    before.close();
    const times = sendingTimes();
    const tab = await browser.openTab({ changeWrites: fails });
    await until(() => expect(times).toHaveLength(2));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(left);
    await until(() => expect(states(tab)).toEqual(['waiting']));
  });

  test('two tabs of such a device do not wake each other without end', async () => {
    const before = await browser.openTab();
    server.reachable = false;
    await before.outbox.write(makeProtocol());
    before.close();
    server.reachable = true;
    const times = sendingTimes({ status: 500, body: { message: 'Ошибка' } });
    await Promise.all([browser.openTab({ changeWrites: fails }), browser.openTab({ changeWrites: fails })]);
    await until(() => expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(left));
    // One each, and what one of them was told while it waited for its turn.
    expect(times.filter((time) => time - (times[0] ?? 0) < left).length).toBeLessThanOrEqual(4);
  });

  test('sends a plain provider nothing that it could not note: a second try would double it', async () => {
    server.capabilities = undefined;
    const before = await browser.openTab();
    server.reachable = false;
    await before.outbox.write(makeProtocol());
    before.close();
    server.reachable = true;
    const store = browser.openStore();
    let isBroken = true;
    let tries = 0;
    const changeWrites: typeof store.changeWrites = (...change) => {
      tries += 1;
      return isBroken ? fails() : store.changeWrites(...change);
    };
    const tab = await browser.openTab({ changeWrites });
    await until(() => expect(tries).toBeGreaterThan(2));
    expect(server.seen).toEqual([]);
    isBroken = false;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(server.seen).toHaveLength(1);
  });
});
