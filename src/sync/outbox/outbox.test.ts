import { describe, expect, test } from 'vitest';
import type { Tab } from '#tests/support/offline-browser.ts';
import {
  changeProtocol,
  eachWithOutbox,
  makeProtocol,
  makeTask,
  open,
  states,
  until,
} from '#tests/support/outbox-stand.ts';
import type { NewMutation, OutboxRow } from '../store/outbox-row.ts';
import type { Clock } from '../time/clock.ts';
import { startWorkTime } from '../time/work-time.ts';
import { drainMutations } from './background-mutations.ts';

const stand = eachWithOutbox();

/** Drains as the worker does; resolves whether nothing is left that it could send. */
function sendInWorker(): Promise<boolean> {
  const store = stand.browser.openStore();
  const session = stand.browser.openSession(store, true);
  const deps = { ...stand.browser.workParts(store, session), session };
  return drainMutations({ ...deps, signal: new AbortController().signal, time: startWorkTime(stand.browser.clock) });
}

describe('online', () => {
  test('stores a mutation before it is sent, sends it once under its key, and stores nothing afterwards', async () => {
    const tab = await stand.browser.openTab();
    let countWhenSent: number | undefined;
    stand.server.fault = () => {
      void tab.store.unsentMutations('u1').then(({ length }) => (countWhenSent = length));
      return undefined;
    };
    const write = makeProtocol();
    const outcome = await tab.outbox.sendFromForm(write, open);
    expect(outcome).toMatchObject({ kind: 'sent', reply: { data: { id: write.creates } } });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(countWhenSent).toBe(1);
    expect(await tab.store.unsentMutations('u1')).toEqual([]);
    expect(stand.server.seen).toMatchObject([{ token: 'token-of-u1', key: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  });

  test('a lost answer is retried under the same key: one entity, one version', async () => {
    const tab = await stand.browser.openTab();
    let losses = 1;
    stand.server.fault = () => (losses-- > 0 ? 'reset-afterwards' : undefined);
    expect(await tab.outbox.sendFromForm(makeProtocol(), open)).toEqual({ kind: 'queued' });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.seen).toHaveLength(2);
    expect(new Set(stand.server.seen.map(({ key }) => key)).size).toBe(1);
    expect([...stand.server.things.values()]).toMatchObject([{ version: 1 }]);
  });

  test('a portal’s page does not count as an answer', async () => {
    const tab = await stand.browser.openTab();
    let pages = 1;
    stand.server.fault = () => (pages-- > 0 ? { status: 200, html: '<h1>Войдите в сеть</h1>' } : undefined);
    await tab.outbox.sendFromForm(makeProtocol(), open);
    await until(() => expect(stand.server.things.size).toBe(1));
    await until(() => expect(tab.outbox.list()).toEqual([]));
  });

  test('an empty 204 from something in the server’s place does not count as success', async () => {
    const tab = await stand.browser.openTab();
    await tab.outbox.sendFromForm(makeProtocol());
    await until(() => expect(tab.outbox.list()).toEqual([]));
    let answers = 0;
    stand.server.handshakeFault = () => (answers++ < 3 ? { status: 204 } : undefined);
    stand.server.fault = () => (answers < 4 ? { status: 204 } : undefined);
    await tab.outbox.sendFromForm(makeProtocol());
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.size).toBe(2);
  });

  test('a gateway’s page with 413 is a refusal, not a lost connection', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = () => ({ status: 413, html: '<h1>413 Request Entity Too Large</h1>' });
    const outcome = await tab.outbox.sendFromForm(makeProtocol(), open);
    expect(outcome).toMatchObject({
      kind: 'refused',
      fault: { status: 413, message: expect.stringMatching(/столько данных/) },
    });
    expect(stand.server.seen).toHaveLength(1);
  });

  test('a form stops waiting for a silent server after a time limit', async () => {
    stand.browser.formWaitMs = 10_000;
    const tab = await stand.browser.openTab();
    stand.server.fault = () => 'silence';
    expect(await tab.outbox.sendFromForm(makeProtocol(), open)).toEqual({ kind: 'queued' });
    expect(states(tab)).toEqual(['waiting']);
  });
});

describe('repeated saves of one field', () => {
  /** Replaces the last mutation by the new one, unless it changed another field. */
  const joinSame = (write: NewMutation) => (last: OutboxRow) =>
    last.kind === write.kind && 'listened' in (last.request.body ?? {}) ? { ...write } : undefined;
  const keep = (tab: Tab, id: string, change: Record<string, unknown>) => {
    const write = changeProtocol(id, change);
    return tab.outbox.enqueue(write, joinSame(write));
  };

  test('are one mutation until it is sent, and arrive once with the last value', async () => {
    const tab = await stand.browser.openTab();
    const made = makeProtocol();
    await tab.outbox.sendFromForm(made, open);
    await until(() => expect(tab.outbox.list()).toEqual([]));
    stand.server.seen.length = 0;
    stand.server.fault = () => 'reset';
    await keep(tab, made.subject, { title: 'Собрание' });
    for (const listened of ['а', 'аб', 'абв']) await keep(tab, made.subject, { listened });
    await until(() => expect(tab.outbox.list()).toHaveLength(2));
    expect((await tab.store.unsentMutations('u1')).map(({ request }) => request.body)).toEqual([
      { title: 'Собрание' },
      { listened: 'абв' },
    ]);
    stand.server.fault = () => undefined;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.get(made.subject)).toMatchObject({ title: 'Собрание', listened: 'абв', version: 3 });
  });

  test('queue after a mutation being sent, whose key belongs to its body', async () => {
    const tab = await stand.browser.openTab();
    const made = makeProtocol();
    await tab.outbox.sendFromForm(made, open);
    stand.server.fault = () => 'reset-afterwards';
    await keep(tab, made.subject, { listened: 'а' });
    await until(async () => expect((await tab.store.unsentMutations('u1'))[0]?.begun).toBe(true));
    await keep(tab, made.subject, { listened: 'аб' });
    await keep(tab, made.subject, { listened: 'абв' });
    expect((await tab.store.unsentMutations('u1')).map(({ request }) => request.body)).toEqual([
      { listened: 'а' },
      { listened: 'абв' },
    ]);
    stand.server.fault = () => undefined;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.get(made.subject)).toMatchObject({ listened: 'абв', version: 3 });
  });

  test('replace a refused mutation and are sent again', async () => {
    const tab = await stand.browser.openTab();
    const made = makeProtocol();
    await tab.outbox.sendFromForm(made, open);
    stand.server.fault = ({ body }) =>
      (body as { listened?: string } | undefined)?.listened === 'а' ? { status: 422, body: {} } : undefined;
    await keep(tab, made.subject, { listened: 'а' });
    await until(() => expect(states(tab)).toEqual(['failed']));
    await keep(tab, made.subject, { listened: 'аб' });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.get(made.subject)).toMatchObject({ listened: 'аб', version: 2 });
  });
});

describe('offline', () => {
  test('mutations made offline are sent in order when the connection returns', async () => {
    const tab = await stand.browser.openTab();
    stand.server.reachable = false;
    const protocol = makeProtocol();
    const id = protocol.subject;
    await tab.outbox.sendFromForm(protocol);
    await tab.outbox.sendFromForm(changeProtocol(id, { place: 'Зал' }));
    await tab.outbox.sendFromForm(makeTask(id));
    expect(states(tab)).toEqual(['waiting', 'waiting', 'waiting']);
    stand.server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.sent).toEqual(['POST /protocols', `PUT /protocols/${id}`, `POST /protocols/${id}/tasks`]);
    expect(stand.server.things.get(id)).toMatchObject({ title: 'Совет', place: 'Зал' });
  });

  test('stored mutations are sent at the next start, only for the person who made them', async () => {
    const tab = await stand.browser.openTab();
    stand.server.reachable = false;
    await tab.outbox.sendFromForm(makeProtocol());
    tab.close();
    stand.server.reachable = true;
    stand.browser.signIn('u2');
    const theirs = await stand.browser.openTab();
    expect(theirs.outbox.list()).toEqual([]);
    theirs.close();
    expect(stand.server.seen).toEqual([]);
    stand.browser.signIn('u1');
    const mine = await stand.browser.openTab();
    await until(() => expect(stand.server.things.size).toBe(1));
    await until(async () => expect(await mine.store.unsentMutations('u1')).toEqual([]));
  });

  test('a browser that died while sending retries under the same key', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = () => 'silence';
    await tab.outbox.sendFromForm(makeProtocol());
    await until(() => expect(stand.server.seen).toHaveLength(1));
    tab.close();
    stand.server.fault = () => undefined;
    const next = await stand.browser.openTab();
    await until(() => expect(stand.server.things.size).toBe(1));
    await until(() => expect(next.outbox.list()).toEqual([]));
    expect(new Set(stand.server.seen.map(({ key }) => key)).size).toBe(1);
  });

  test('the worker sends the unsent mutations and leaves none', async () => {
    const tab = await stand.browser.openTab();
    stand.server.reachable = false;
    await tab.outbox.sendFromForm(makeProtocol());
    tab.close();
    stand.server.reachable = true;
    expect(await sendInWorker()).toBe(true);
    expect(stand.server.things.size).toBe(1);
    expect(await stand.browser.openStore().unsentMutations('u1')).toEqual([]);
  });

  test('a mutation sent by the worker is shown as sent until an online page has refetched', async () => {
    const tab = await stand.browser.openTab();
    stand.server.reachable = false;
    const protocol = makeProtocol();
    await tab.outbox.sendFromForm(protocol);
    tab.close();
    stand.server.reachable = true;
    await sendInWorker();
    const read = Promise.withResolvers<void>();
    stand.browser.showSent = () => read.promise;
    const next = await stand.browser.openTab();
    await until(() => expect(next.outbox.list()).toMatchObject([{ state: 'sent', subject: protocol.subject }]));
    expect(await next.store.unsentMutations('u1')).toEqual([]);
    read.resolve();
    await until(() => expect(next.outbox.list()).toEqual([]));
    expect((await next.store.outboxRows('u1')).sent).toEqual([]);
    expect(stand.server.seen).toHaveLength(1);
  });

  test('a mutation sent just before going offline stays shown until the connection is back', async () => {
    const read = Promise.withResolvers<void>();
    stand.browser.showSent = () => read.promise;
    const tab = await stand.browser.openTab();
    await tab.outbox.sendFromForm(makeProtocol(), open);
    expect(states(tab)).toEqual(['sent']);
    stand.server.reachable = false;
    await tab.outbox.sendFromForm(makeProtocol());
    await until(() => expect(tab.connectivity.isOnline()).toBe(false));
    read.resolve();
    await until(async () => expect(await tab.store.unsentMutations('u1')).toHaveLength(1));
    expect((await tab.store.outboxRows('u1')).sent).toHaveLength(1);
    expect(states(tab)).toEqual(['sent', 'waiting']);
    stand.server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    await until(async () => expect((await tab.store.outboxRows('u1')).sent).toEqual([]));
  });
});

describe('a failing server', () => {
  test.each([429, 503])('is retried after %i, no sooner than Retry-After says', async (status) => {
    const tab = await stand.browser.openTab();
    let answers = 1;
    let first = 0;
    stand.server.fault = () => {
      if (answers-- <= 0) return undefined;
      first = performance.now();
      return { status, headers: { 'retry-after': '4' }, body: {} };
    };
    expect(await tab.outbox.sendFromForm(makeProtocol(), open)).toEqual({ kind: 'queued' });
    await until(() => expect(stand.server.things.size).toBe(1));
    // Timers are 20 times shorter here.
    expect(performance.now() - first).toBeGreaterThanOrEqual(4_000 / 20 - 2);
  });

  test('has its message shown where our own rate limit refused the mutation', async () => {
    const tab = await stand.browser.openTab();
    const body = { message: 'Слишком много рассылок. Попробуйте снова через 60 минут', code: 'rate_limited' };
    stand.server.fault = () => ({ status: 429, headers: { 'retry-after': '3600' }, body });
    await tab.outbox.sendFromForm(makeProtocol());
    await until(() =>
      expect(tab.outbox.list()).toMatchObject([{ state: 'waiting', fault: { status: 429, message: body.message } }]),
    );
  });

  test('holds up one scope and no other', async () => {
    stand.browser.formWaitMs = 1_000;
    const tab = await stand.browser.openTab();
    stand.server.things.set('p1', { version: 1 }).set('p2', { version: 1 });
    stand.server.fault = ({ path }) =>
      path === '/protocols/p1' ? { status: 500, headers: { 'retry-after': '3600' }, body: {} } : undefined;
    await tab.outbox.sendFromForm(changeProtocol('p1', { place: 'А' }));
    await tab.outbox.sendFromForm(changeProtocol('p1', { place: 'Б' }));
    await tab.outbox.sendFromForm(changeProtocol('p2', { place: 'В' }));
    await until(() => expect(stand.server.things.get('p2')).toMatchObject({ place: 'В' }));
    await until(() => expect(states(tab)).toEqual(['waiting', 'waiting']));
    expect(stand.server.sent.filter((call) => call.endsWith('p1'))).toHaveLength(1);
  });
});

describe('versions', () => {
  test('one’s own successive edits do not conflict, nor does one whose form was opened over an unsent one', async () => {
    const tab = await stand.browser.openTab();
    stand.server.things.set('p1', { version: 3 });
    stand.server.reachable = false;
    await tab.outbox.sendFromForm(changeProtocol('p1', { version: 3, place: 'А' }));
    const ids = () => tab.outbox.list().map(({ id }) => id);
    await tab.outbox.sendFromForm({ ...changeProtocol('p1', { version: 3, place: 'Б' }), basedOn: ids() });
    const basedOn = ids();
    stand.server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    await tab.outbox.sendFromForm({ ...changeProtocol('p1', { version: 3, title: 'Т' }), basedOn }, open);
    expect(stand.server.things.get('p1')).toEqual({ version: 6, place: 'Б', title: 'Т' });
  });

  test.each(['enqueue', 'sendFromForm'] as const)(
    'an edit queued (%s) while the previous answer is recorded does not conflict',
    async (method) => {
      const store = stand.browser.openStore();
      const { promise: isNoted, resolve: note } = Promise.withResolvers<void>();
      let turn: Promise<unknown> = Promise.resolve();
      const changeOutbox: typeof store.changeOutbox = (...change) => {
        const isAnswer = stand.server.seen.length === 1;
        const mine = turn.then(() => (isAnswer ? isNoted : undefined)).then(() => store.changeOutbox(...change));
        turn = mine;
        return mine;
      };
      stand.browser.formWaitMs = 1_000;
      const tab = await stand.browser.openTab({ changeOutbox });
      const told: string[] = [];
      tab.outbox.subscribe(() => told.push(...states(tab)));
      stand.server.things.set('p1', { version: 1 });
      await tab.outbox.sendFromForm(changeProtocol('p1', { version: 1, place: 'А' }));
      const basedOn = tab.outbox.list().map(({ id }) => id);
      await until(() => expect(stand.server.seen).toHaveLength(1));
      const next = { ...changeProtocol('p1', { version: 1, number: '7' }), basedOn };
      const kept = method === 'enqueue' ? tab.outbox.enqueue(next, () => undefined) : tab.outbox.sendFromForm(next);
      note();
      await kept;
      await until(() => expect(tab.outbox.list()).toEqual([]));
      expect(stand.server.things.get('p1')).toEqual({ version: 3, place: 'А', number: '7' });
      expect(told).not.toContain('conflict');
    },
  );

  test('an edit based on one the worker has sent does not conflict', async () => {
    const tab = await stand.browser.openTab();
    stand.server.things.set('p1', { version: 1 });
    stand.server.reachable = false;
    await tab.outbox.sendFromForm(changeProtocol('p1', { version: 1, place: 'А' }));
    const basedOn = tab.outbox.list().map(({ id }) => id);
    tab.close();
    stand.server.reachable = true;
    await sendInWorker();
    const later = await stand.browser.openTab();
    await until(() => expect(later.outbox.list()).toEqual([]));
    await later.outbox.sendFromForm({ ...changeProtocol('p1', { version: 1, number: '7' }), basedOn }, open);
    expect(stand.server.things.get('p1')).toEqual({ version: 3, place: 'А', number: '7' });
  });

  test('a conflict with somebody else’s change waits for the person, with the current state', async () => {
    const tab = await stand.browser.openTab();
    stand.server.things.set('p1', { version: 4, place: 'их' });
    await tab.outbox.sendFromForm(changeProtocol('p1', { version: 3, place: 'мой' }));
    await until(() => expect(states(tab)).toEqual(['conflict']));
    const [row] = tab.outbox.list();
    expect(row?.fault?.current).toMatchObject({ version: 4, place: 'их' });
    const request = { method: 'PUT' as const, path: '/protocols/p1', body: { version: 4, place: 'мой' } };
    await tab.outbox.resolveMutation(row?.id ?? '', { variables: {}, request });
    await until(() => expect(stand.server.things.get('p1')).toMatchObject({ version: 5, place: 'мой' }));
  });
});

describe('several tabs', () => {
  test('both show a mutation, one sends it, and both are notified', async () => {
    const [one, other] = [await stand.browser.openTab(), await stand.browser.openTab()];
    const heard: string[] = [];
    one.outbox.onSent(() => void heard.push('one'));
    other.outbox.onSent(() => void heard.push('other'));
    stand.server.reachable = false;
    await one.outbox.sendFromForm(makeProtocol());
    await until(() => expect(states(other)).toEqual(['waiting']));
    stand.server.reachable = true;
    await until(() => expect(heard.sort()).toEqual(['one', 'other']));
    await until(() => expect([one.outbox.list(), other.outbox.list()]).toEqual([[], []]));
    expect(stand.server.seen).toHaveLength(1);
  });

  test('a mutation whose tab is closed is sent by another tab', async () => {
    const [one, other] = [await stand.browser.openTab(), await stand.browser.openTab()];
    let silent = 1;
    stand.server.fault = () => (silent-- > 0 ? 'silence' : undefined);
    void one.outbox.sendFromForm(makeProtocol());
    await until(() => expect(stand.server.seen).toHaveLength(1));
    one.close();
    await until(() => expect(stand.server.things.size).toBe(1));
    await until(() => expect(other.outbox.list()).toEqual([]));
  });
});

test('the delta body is sent only to a server with the capability, any other gets the whole', async () => {
  const tab = await stand.browser.openTab();
  const lighter = { capability: 'agenda-changes', field: 'agenda', body: { agenda_changes: ['part'] } };
  const change = async (id: string) => {
    const write = changeProtocol(id, { version: 1, agenda: ['whole'] });
    await tab.outbox.sendFromForm({ ...write, request: { ...write.request, lighter } });
    await until(() => expect(stand.server.seen.at(-1)?.path).toBe(`/protocols/${id}`));
    return stand.server.seen.at(-1)?.body;
  };
  expect(await change('p1')).toEqual({ version: 1, agenda: ['whole'] });
  stand.server.capabilities = [...(stand.server.capabilities ?? []), 'agenda-changes'];
  expect(await change('p2')).toEqual({ version: 1, agenda_changes: ['part'] });
});

test.each([
  ['whole', ['agenda'], ['agenda-changes']],
  ['in fewer words', ['agenda-changes'], ['agenda']],
])(
  'a mutation sent %s and taken is done, though the server’s capabilities changed before the retry',
  async (_, before, then) => {
    const tab = await stand.browser.openTab();
    const common = stand.server.capabilities ?? [];
    stand.server.capabilities = [...common, ...before];
    stand.server.things.set('p1', { id: 'p1', version: 1 });
    let losses = 1;
    stand.server.fault = () => {
      if (losses-- <= 0) return undefined;
      stand.server.capabilities = [...common, ...then];
      return 'reset-afterwards';
    };
    const lighter = { capability: 'agenda-changes', field: 'agenda', body: { agenda_changes: ['part'] } };
    const edit = changeProtocol('p1', { version: 1, agenda: ['whole'] });
    await tab.outbox.sendFromForm({ ...edit, request: { ...edit.request, lighter } });
    await tab.outbox.sendFromForm(changeProtocol('p1', { version: 1, place: 'Зал' }));
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.get('p1')).toMatchObject({ version: 3, place: 'Зал' });
  },
);

test('an outbox that was stopped while it read its rows sets no timer and sends nothing', async () => {
  const { browser, server } = stand;
  let timers = 0;
  const { clock } = browser;
  const counted: Clock = {
    ...clock,
    after(ms, callback) {
      timers += 1;
      return clock.after(ms, callback);
    },
  };
  browser.clock = counted;
  const store = browser.openStore();
  let isHeld = false;
  const held = Promise.withResolvers<void>();
  const tab = await browser.openTab({
    async outboxRows(ownerId) {
      const rows = await store.outboxRows(ownerId);
      if (isHeld) await held.promise;
      return rows;
    },
  });
  server.reachable = false;
  await tab.outbox.sendFromForm(makeProtocol(), open);
  isHeld = true;
  const write = tab.outbox.enqueue(makeProtocol(), () => undefined);
  await until(async () => expect(await store.unsentMutations('u1')).toHaveLength(2));
  tab.close();
  timers = 0;
  server.reachable = true;
  held.resolve();
  await write;
  await store.outboxRows('u1');
  expect(timers).toBe(0);
  expect(server.seen).toEqual([]);
});
