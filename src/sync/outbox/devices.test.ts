import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeRecording } from '#tests/support/offline-browser.ts';
import {
  changeProtocol,
  eachWithOutbox,
  makeProtocol,
  makeTask,
  open,
  states,
  until,
} from '#tests/support/outbox-stand.ts';
import type { WriteServer } from '#tests/support/write-server.ts';
import { StorageFullError } from '../store/store.ts';
import { systemClock } from '../time/clock.ts';

const stand = eachWithOutbox();

describe('a plain provider', () => {
  beforeEach(() => {
    stand.server.capabilities = undefined;
  });

  test('gets neither idempotency keys nor client ids, and its own id is used from then on', async () => {
    const tab = await stand.browser.openTab();
    stand.server.reachable = false;
    const protocol = makeProtocol();
    const id = protocol.subject;
    await tab.outbox.sendFromForm(protocol);
    await tab.outbox.sendFromForm({ ...changeProtocol(id, { meeting_id: id }), scope: `protocol:${id}` });
    stand.server.nextId = () => 77;
    stand.server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.seen).toMatchObject([
      { key: null, path: '/protocols', body: { title: 'Совет' } },
      { key: null, path: '/protocols/77', body: { meeting_id: 77 } },
    ]);
    expect(stand.server.seen[0]?.body).not.toHaveProperty('id');
    expect(tab.outbox.currentId(id)).toBe('77');
    await tab.outbox.sendFromForm(changeProtocol(id, { place: 'Зал' }), open);
    expect(stand.server.sent.at(-1)).toBe('PUT /protocols/77');
  });

  test('has its id for a new entity adopted in all queued mutations at once', async () => {
    const tab = await stand.browser.openTab();
    stand.server.reachable = false;
    const protocol = makeProtocol();
    const id = protocol.subject;
    await tab.outbox.sendFromForm(protocol, undefined, [makeTask(id)]);
    stand.server.nextId = () => 77;
    const told: unknown[] = [];
    tab.outbox.onSent((row) => {
      const shown = tab.outbox.list().map(({ variables }) => variables);
      if (row.kind === 'protocol.create') told.push(row.variables, shown);
    });
    stand.server.reachable = true;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(told).toMatchObject([{ id: '77' }, [{ id: '77' }, { protocolId: '77' }]]);
  });

  test('whose answer was lost may have the mutation: the person decides', async () => {
    const tab = await stand.browser.openTab();
    let losses = 1;
    stand.server.fault = () => (losses-- > 0 ? 'reset-afterwards' : undefined);
    await tab.outbox.sendFromForm(makeProtocol());
    await until(() => expect(states(tab)).toEqual(['unsure']));
    expect(stand.server.seen).toHaveLength(1);
    await tab.outbox.confirmOutcome(tab.outbox.list()[0]?.id ?? '');
    expect(tab.outbox.list()).toEqual([]);
    expect(stand.server.seen).toHaveLength(1);
  });

  test('that answers 401 has not taken the mutation, also while the token cannot be refreshed', async () => {
    const tab = await stand.browser.openTab();
    let refusals = 1;
    stand.server.fault = ({ token }) => (token === 'another' ? undefined : { status: 401 });
    stand.server.refresh = () =>
      refusals-- > 0 ? { status: 503 } : { status: 200, body: { success: true, token: 'another' } };
    await tab.outbox.sendFromForm(makeProtocol());
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.size).toBe(1);
  });

  test('gets no automatic retry of what was being sent when the browser died', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = () => 'silence';
    void tab.outbox.sendFromForm(makeProtocol());
    await until(() => expect(stand.server.seen).toHaveLength(1));
    tab.close();
    stand.server.fault = () => undefined;
    const next = await stand.browser.openTab();
    await until(() => expect(states(next)).toEqual(['unsure']));
    await next.outbox.retry(next.outbox.list()[0]?.id ?? '');
    await until(() => expect(next.outbox.list()).toEqual([]));
    expect(stand.server.seen).toHaveLength(2);
  });

  test('that replies without an id makes the app ask for it, when a mutation depends on it', async () => {
    const tab = await stand.browser.openTab();
    stand.server.reachable = false;
    stand.server.nextId = () => undefined;
    const protocol = makeProtocol();
    await tab.outbox.sendFromForm(protocol);
    await tab.outbox.sendFromForm(makeTask(protocol.subject));
    stand.server.reachable = true;
    await until(() => expect(states(tab)).toEqual(['unnamed', 'waiting']));
    await tab.outbox.confirmOutcome(tab.outbox.list()[0]?.id ?? '', '12');
    await until(() => expect(stand.server.sent.at(-1)).toBe('POST /protocols/12/tasks'));
  });
});

describe('files', () => {
  test('are stored with their mutation and sent with it', async () => {
    const tab = await stand.browser.openTab();
    stand.server.reachable = false;
    const id = randomUUID();
    await tab.outbox.sendFromForm({
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
    stand.server.reachable = true;
    await stand.browser.openTab();
    await until(() => expect(stand.server.seen[0]?.fields).toEqual({ id, title: 'Совет', 'files[]': '5 bytes' }));
  });

  test('a full device reports it, and sends nothing', async () => {
    const full = () => Promise.reject(new StorageFullError('full'));
    const tab = await stand.browser.openTab({ changeOutbox: full });
    await expect(tab.outbox.sendFromForm(makeProtocol())).rejects.toMatchObject({ name: 'NotKeptError', isFull: true });
    expect(stand.server.seen).toEqual([]);
  });
});

describe('a device that can no longer write', () => {
  const fails = () => Promise.reject(new DOMException('the disk fails', 'UnknownError'));
  const haste = 200;
  /** Pause after a failure of the device, in milliseconds of the tests' clock; a timer may fire 1 ms early. */
  const left = 60_000 / haste - 1;

  beforeEach(() => {
    stand.browser.clock = systemClock(haste);
    stand.browser.formWaitMs = 2_000_000;
  });

  /** Collects the times of the requests from here on. */
  function sendingTimes(fault?: ReturnType<WriteServer['fault']>): number[] {
    const times: number[] = [];
    stand.server.fault = () => {
      times.push(performance.now());
      return fault;
    };
    return times;
  }

  test('reports it, and an unstored mutation can be sent at once, retried under the same key', async () => {
    const tab = await stand.browser.openTab({ changeOutbox: fails });
    const protocol = makeProtocol();
    await expect(tab.outbox.sendFromForm(protocol)).rejects.toMatchObject({ name: 'NotKeptError', isFull: false });
    let losses = 1;
    stand.server.fault = () => (losses-- > 0 ? 'reset-afterwards' : undefined);
    expect(await tab.outbox.sendUnqueued(protocol, 'key-1')).toEqual({ kind: 'no-answer', mayHaveTaken: true });
    expect(await tab.outbox.sendUnqueued(protocol, 'key-1')).toMatchObject({ kind: 'sent' });
    expect([...stand.server.things.values()]).toMatchObject([{ id: protocol.subject, version: 1 }]);
  });

  test('sends a plain provider no keys or client ids, and does not overtake queued mutations', async () => {
    stand.server.capabilities = undefined;
    const store = stand.browser.openStore();
    let isBroken = false;
    const tab = await stand.browser.openTab({
      changeOutbox: (...rows) => (isBroken ? fails() : store.changeOutbox(...rows)),
    });
    stand.server.fault = ({ path }) => (path === '/protocols/p1' ? { status: 503 } : undefined);
    await tab.outbox.sendFromForm(changeProtocol('p1', { title: 'Было' }));
    isBroken = true;
    expect(await tab.outbox.sendUnqueued(changeProtocol('p1', { title: 'Стало' }), 'key-1')).toEqual({
      kind: 'blocked',
    });
    expect(await tab.outbox.sendUnqueued(makeProtocol(), 'key-2')).toMatchObject({ kind: 'sent' });
    expect(stand.server.seen.at(-1)).toMatchObject({ key: null, body: { title: 'Совет' } });
    stand.server.fault = () => 'reset-afterwards';
    expect(await tab.outbox.sendUnqueued(makeProtocol(), 'key-3')).toEqual({ kind: 'outcome-unknown' });
  });

  test('whose disk cannot be read for a while still shows the unsent mutations, and reads again', async () => {
    const store = stand.browser.openStore();
    let isBroken = false;
    const tab = await stand.browser.openTab({
      outboxRows: (...of) => (isBroken ? fails() : store.outboxRows(...of)),
    });
    stand.server.reachable = false;
    await tab.outbox.sendFromForm(makeProtocol());
    isBroken = true;
    await tab.outbox.sendFromForm(makeProtocol()).catch(() => undefined);
    expect(states(tab)).toEqual(['waiting']);
    isBroken = false;
    await until(() => expect(states(tab)).toEqual(['waiting', 'waiting']));
  });

  test.each([
    ['cannot be read at first', 'uploadsOf'],
    ['can be read to the half at first', 'stagedIndexes'],
  ] as const)('whose disk %s does not count as having nothing unsent, and is read again', async (_, read) => {
    stand.server.reachable = false;
    const before = await stand.browser.openTab();
    await before.outbox.sendFromForm(makeProtocol());
    await before.uploads.add('p1', makeRecording());
    before.close();
    const store = stand.browser.openStore();
    let isBroken = true;
    const tab = await stand.browser.openTab({
      outboxRows: (...of) => (isBroken ? fails() : store.outboxRows(...of)),
      [read]: (of: string) => (isBroken ? fails() : store[read](of)),
    });
    expect([tab.outbox.isFirstReadOver(), tab.outbox.isRead(), tab.uploads.isRead()]).toEqual([true, false, false]);
    isBroken = false;
    await until(() => expect([tab.outbox.isRead(), tab.uploads.isRead()]).toEqual([true, true]));
    expect(states(tab)).toEqual(['waiting']);
    await until(() => expect(tab.uploads.list()).toHaveLength(1));
  });

  test('whose disk could not be read at first does not overtake what it holds', async () => {
    stand.server.reachable = false;
    const before = await stand.browser.openTab();
    await before.outbox.sendFromForm(changeProtocol('p1', { title: 'Было' }));
    before.close();
    stand.server.reachable = true;
    const store = stand.browser.openStore();
    let isBroken = true;
    const tab = await stand.browser.openTab({
      outboxRows: (...of) => (isBroken ? fails() : store.outboxRows(...of)),
      changeOutbox: fails,
    });
    const change = changeProtocol('p1', { title: 'Стало' });
    isBroken = false;
    expect(await tab.outbox.sendUnqueued(change, 'key-1')).toEqual({ kind: 'blocked' });
  });

  test('that forbids storage altogether counts as having nothing unsent', async () => {
    const forbidden = () => Promise.reject(new DOMException('Access is denied', 'SecurityError'));
    const tab = await stand.browser.openTab({ outboxRows: forbidden, uploadsOf: forbidden });
    expect([tab.outbox.isRead(), tab.uploads.isRead()]).toEqual([true, true]);
  });

  test('still sends what it stored before, once, and deletes it when it can write again', async () => {
    const before = await stand.browser.openTab();
    stand.server.reachable = false;
    await before.outbox.sendFromForm(makeProtocol());
    before.close();
    stand.server.reachable = true;
    const store = stand.browser.openStore();
    let isBroken = true;
    const changeOutbox: typeof store.changeOutbox = (...change) => (isBroken ? fails() : store.changeOutbox(...change));
    const tab = await stand.browser.openTab({ changeOutbox });
    await until(() => expect(stand.server.things.size).toBe(1));
    isBroken = false;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect([...stand.server.things.values()]).toMatchObject([{ version: 1 }]);
    expect(new Set(stand.server.seen.map(({ key }) => key)).size).toBe(1);
  });

  test('waits before it retries a mutation whose answer it could not record, though it is due', async () => {
    const before = await stand.browser.openTab();
    stand.server.reachable = false;
    await before.outbox.sendFromForm(makeProtocol());
    before.close();
    stand.server.reachable = true;
    const store = stand.browser.openStore();
    const due = Date.now() + 100;
    await store.changeOutbox('u1', (rows) => ({ put: rows.map((row) => ({ ...row, nextAttemptAt: due })) }));
    const times = sendingTimes();
    // The retry time comes during the first send, before it reads the rows: the row is sent, and its timer fires too.
    const unsentMutations: typeof store.unsentMutations = async (...of) => {
      await until(() => expect(Date.now()).toBeGreaterThan(due));
      return store.unsentMutations(...of);
    };
    const tab = await stand.browser.openTab({ changeOutbox: fails, unsentMutations: unsentMutations });
    await until(() => expect(times).toHaveLength(2));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(left);
    await until(() => expect(states(tab)).toEqual(['waiting']));
  });

  test('two tabs on such a device do not wake each other endlessly', async () => {
    const before = await stand.browser.openTab();
    stand.server.reachable = false;
    await before.outbox.sendFromForm(makeProtocol());
    before.close();
    stand.server.reachable = true;
    const times = sendingTimes({ status: 500, body: { message: 'Ошибка' } });
    await Promise.all([stand.browser.openTab({ changeOutbox: fails }), stand.browser.openTab({ changeOutbox: fails })]);
    await until(() => expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(left));
    // One request of each tab, and those that a message caused while a tab waited for its turn.
    expect(times.filter((time) => time - (times[0] ?? 0) < left).length).toBeLessThanOrEqual(4);
  });

  test('sends a plain provider nothing it could not record first: a retry would create a duplicate', async () => {
    stand.server.capabilities = undefined;
    const before = await stand.browser.openTab();
    stand.server.reachable = false;
    await before.outbox.sendFromForm(makeProtocol());
    before.close();
    stand.server.reachable = true;
    const store = stand.browser.openStore();
    let isBroken = true;
    let tries = 0;
    const changeOutbox: typeof store.changeOutbox = (...change) => {
      tries += 1;
      return isBroken ? fails() : store.changeOutbox(...change);
    };
    const tab = await stand.browser.openTab({ changeOutbox });
    await until(() => expect(tries).toBeGreaterThan(2));
    expect(stand.server.seen).toEqual([]);
    isBroken = false;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.seen).toHaveLength(1);
  });
});
