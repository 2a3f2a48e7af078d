import { describe, expect, test } from 'vitest';
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

const stand = eachWithOutbox();

describe('a queued mutation', () => {
  test('can be cancelled until it is sent, and not afterwards', async () => {
    const tab = await stand.browser.openTab();
    stand.server.reachable = false;
    const protocol = makeProtocol();
    await tab.outbox.sendFromForm(protocol);
    await tab.outbox.sendFromForm(makeTask(protocol.subject));
    expect(await tab.outbox.cancel(tab.outbox.list()[0]?.id ?? '')).toBe(true);
    expect(await tab.store.unsentMutations('u1')).toEqual([]);
    stand.server.reachable = true;
    stand.server.fault = () => 'silence';
    void tab.outbox.sendFromForm(makeProtocol());
    await until(() => expect(stand.server.seen).toHaveLength(1));
    expect(await tab.outbox.cancel(tab.outbox.list()[0]?.id ?? '')).toBe(false);
    expect(await tab.store.unsentMutations('u1')).toHaveLength(1);
  });

  test('can be edited until it is sent: only the last version is sent', async () => {
    const tab = await stand.browser.openTab();
    stand.server.things.set('a', {});
    stand.server.reachable = false;
    await tab.outbox.sendFromForm(changeProtocol('a', { n: 1 }));
    for (const n of [2, 3]) {
      const { variables, request } = changeProtocol('a', { n });
      expect(await tab.outbox.editUnsent(tab.outbox.list()[0]?.id ?? '', { variables, request })).toBe(true);
    }
    expect(tab.outbox.list()).toMatchObject([{ variables: { change: { n: 3 } } }]);
    stand.server.reachable = true;
    await tab.outbox.retry(tab.outbox.list()[0]?.id ?? '');
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.seen.map(({ body }) => body)).toEqual([{ n: 3 }]);
  });

  test('cannot be edited while it is sent', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = () => 'silence';
    void tab.outbox.sendFromForm(changeProtocol('a', { n: 1 }));
    await until(() => expect(stand.server.seen).toHaveLength(1));
    const { variables, request } = changeProtocol('a', { n: 2 });
    expect(await tab.outbox.editUnsent(tab.outbox.list()[0]?.id ?? '', { variables, request })).toBe(false);
    expect(tab.outbox.list()).toMatchObject([{ variables: { change: { n: 1 } } }]);
  });

  test('edited during the handshake is sent as edited', async () => {
    stand.server.things.set('a', {});
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const plain = stand.browser.fetch;
    stand.browser.fetch = async (path, init) => {
      if (path === '/api/health') {
        asked.resolve();
        await answered.promise;
      }
      return plain(path, init);
    };
    const tab = await stand.browser.openTab();
    void tab.outbox.sendFromForm(changeProtocol('a', { n: 1 }));
    await asked.promise;
    const { variables, request } = changeProtocol('a', { n: 2 });
    expect(await tab.outbox.editUnsent(tab.outbox.list()[0]?.id ?? '', { variables, request })).toBe(true);
    answered.resolve();
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.seen.map(({ body }) => body)).toEqual([{ n: 2 }]);
  });

  test('cannot be cancelled after a lost answer: the server may have it', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = () => 'reset-afterwards';
    await tab.outbox.sendFromForm(makeProtocol(), open);
    await until(() => expect(tab.outbox.list()[0]?.nextAttemptAt).not.toBeNull());
    const id = tab.outbox.list()[0]?.id ?? '';
    expect(await tab.outbox.cancel(id)).toBe(false);
    await tab.outbox.retry(id);
    expect(await tab.outbox.cancel(id)).toBe(false);
    stand.server.fault = () => undefined;
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.size).toBe(1);
  });
});

describe('a refusal', () => {
  const refusal = { status: 422, body: { code: 'invalid', message: 'Проверьте поля', errors: { title: ['Коротко'] } } };

  test('is returned to its form while that is open, and is not stored', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = () => refusal;
    const outcome = await tab.outbox.sendFromForm(makeProtocol(), open);
    expect(outcome).toMatchObject({
      kind: 'refused',
      fault: { status: 422, message: 'Проверьте поля', fields: { title: 'Коротко' } },
    });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(await tab.store.unsentMutations('u1')).toEqual([]);
  });

  test('also removes the mutations that were queued in the same step', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = () => refusal;
    const protocol = makeProtocol();
    const outcome = await tab.outbox.sendFromForm(protocol, open, [
      makeTask(protocol.subject),
      makeTask(protocol.subject),
    ]);
    expect(outcome.kind).toBe('refused');
    expect(await tab.store.unsentMutations('u1')).toEqual([]);
    expect(stand.server.seen).toHaveLength(1);
  });

  test('without an open form is stored with the reason; dependent mutations wait, others are sent', async () => {
    const tab = await stand.browser.openTab();
    stand.server.things.set('p2', { version: 1 });
    stand.server.fault = ({ path }) => (path === '/protocols' ? refusal : undefined);
    const protocol = makeProtocol();
    await tab.outbox.sendFromForm(protocol);
    await tab.outbox.sendFromForm(makeTask(protocol.subject));
    await tab.outbox.sendFromForm(changeProtocol('p2', { place: 'Зал' }));
    await until(() => expect(stand.server.things.get('p2')).toMatchObject({ place: 'Зал' }));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    expect(tab.outbox.list()[0]?.fault).toMatchObject({ message: 'Проверьте поля' });
    expect(stand.server.sent.filter((call) => call.includes('/tasks'))).toEqual([]);
  });

  test('is sent again after a correction, and its dependent mutations follow', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = ({ body }) => (body?.title === 'Совет' ? refusal : undefined);
    const protocol = makeProtocol();
    const id = protocol.subject;
    await tab.outbox.sendFromForm(protocol);
    await tab.outbox.sendFromForm(makeTask(id));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    const [failed] = tab.outbox.list();
    const body = { id, title: 'Совет директоров' };
    await tab.outbox.resolveMutation(failed?.id ?? '', { variables: { id }, request: { ...protocol.request, body } });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.get(id)).toMatchObject({ title: 'Совет директоров' });
    expect(stand.server.sent.at(-1)).toBe(`POST /protocols/${id}/tasks`);
    expect(stand.server.seen[0]?.key).not.toBe(stand.server.seen[1]?.key);
  });

  test('can be resolved only once, a second attempt returns false', async () => {
    stand.server.fault = () => refusal;
    const tab = await stand.browser.openTab();
    await tab.outbox.sendFromForm(makeProtocol());
    await until(() => expect(states(tab)).toEqual(['failed']));
    stand.server.fault = () => 'silence';
    const id = tab.outbox.list()[0]?.id ?? '';
    const corrected = makeProtocol();
    const change = { variables: corrected.variables, request: corrected.request };
    expect(await tab.outbox.resolveMutation(id, change)).toBe(true);
    expect(await tab.outbox.resolveMutation(id, change)).toBe(false);
    expect(states(tab)).toEqual(['waiting']);
  });

  test('is discarded with all mutations that depend on it', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = () => refusal;
    const protocol = makeProtocol();
    await tab.outbox.sendFromForm(protocol);
    await tab.outbox.sendFromForm(makeTask(protocol.subject));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    const id = tab.outbox.list()[0]?.id ?? '';
    expect(tab.outbox.dependentsOf(id)).toHaveLength(1);
    await tab.outbox.discard(id);
    expect(tab.outbox.list()).toEqual([]);
    expect(await tab.store.unsentMutations('u1')).toEqual([]);
  });

  test('does not block the deletion of its entity, and is removed with it', async () => {
    const tab = await stand.browser.openTab();
    stand.server.things.set('p1', { id: 'p1', version: 3 });
    stand.server.fault = ({ method }) => (method === 'DELETE' ? undefined : refusal);
    const deletion: NewMutation = { ...changeProtocol('p1', {}), request: { method: 'DELETE', path: '/protocols/p1' } };
    await tab.outbox.sendFromForm(changeProtocol('p1', { place: 'Зал' }));
    await tab.outbox.sendFromForm(changeProtocol('p1', { place: 'Дом' }));
    await tab.outbox.sendFromForm(makeTask('p1'));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting', 'failed']));
    expect(await tab.outbox.sendFromForm(deletion, open)).toMatchObject({ kind: 'sent' });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.has('p1')).toBe(false);
    expect(await tab.store.unsentMutations('u1')).toEqual([]);
  });

  test('is restored when the deletion of its entity is cancelled', async () => {
    const tab = await stand.browser.openTab();
    stand.server.things.set('p1', { id: 'p1', version: 3 });
    stand.server.fault = ({ body }) => (body ? refusal : { status: 503 });
    const deletion: NewMutation = { ...changeProtocol('p1', {}), request: { method: 'DELETE', path: '/protocols/p1' } };
    await tab.outbox.sendFromForm(changeProtocol('p1', { place: 'Зал' }));
    await until(() => expect(states(tab)).toEqual(['failed']));
    await tab.outbox.sendFromForm(deletion);
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    await tab.outbox.discard(tab.outbox.list()[1]?.id ?? '');
    expect(states(tab)).toEqual(['failed']);
  });

  test('reports «queued» to the form of a mutation that it blocks', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = () => refusal;
    await tab.outbox.sendFromForm(changeProtocol('p1', { place: 'Зал' }));
    await until(() => expect(states(tab)).toEqual(['failed']));
    expect(await tab.outbox.sendFromForm(changeProtocol('p1', { place: 'Дом' }), open)).toEqual({ kind: 'queued' });
    expect(stand.server.seen).toHaveLength(1);
  });

  test('is taken out of later edits based on it when it is resolved or discarded', async () => {
    const without = (row: OutboxRow, was: OutboxRow, now?: { variables: unknown }) => {
      const { [String(was.variables)]: _gone, ...body } = row.request.body ?? {};
      if (Object.keys(body).length === 0) return null;
      return { ...row, request: { ...row.request, body: { ...body, ...(now ? { [String(now.variables)]: 1 } : {}) } } };
    };
    stand.browser.rebase = without;
    const tab = await stand.browser.openTab();
    stand.server.things.set('p1', { id: 'p1', version: 1 });
    stand.server.fault = ({ body }) => (body?.d || body?.b ? undefined : refusal);
    const edit = (variables: string, body: Record<string, unknown>) => ({ ...changeProtocol('p1', body), variables });
    await tab.outbox.sendFromForm(edit('a', { a: 1 }));
    await tab.outbox.sendFromForm(edit('only-a', { a: 1 }));
    await tab.outbox.sendFromForm(edit('b', { a: 1, b: 1 }));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting', 'waiting']));
    const [first] = tab.outbox.list();
    const request = { ...changeProtocol('p1', { d: 1 }).request };
    await tab.outbox.resolveMutation(first?.id ?? '', { variables: 'd', request });
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.seen.map(({ body }) => body)).toEqual([{ a: 1 }, { d: 1 }, { b: 1, d: 1 }]);
    stand.server.fault = () => refusal;
    await tab.outbox.sendFromForm(edit('a', { a: 1 }));
    await tab.outbox.sendFromForm(edit('b', { a: 1, b: 2 }));
    await until(() => expect(states(tab)).toEqual(['failed', 'waiting']));
    stand.server.fault = () => undefined;
    await tab.outbox.discard(tab.outbox.list()[0]?.id ?? '');
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.seen.at(-1)?.body).toEqual({ b: 2 });
  });

  test('a deletion of a missing entity and a creation under a taken id count as done', async () => {
    const tab = await stand.browser.openTab();
    const protocol = makeProtocol();
    stand.server.things.set(protocol.subject, {});
    const remove: NewMutation = {
      ...changeProtocol('gone', {}),
      request: { method: 'DELETE', path: '/protocols/gone', settled: [404] },
    };
    expect(await tab.outbox.sendFromForm(remove, open)).toMatchObject({ kind: 'sent' });
    expect(await tab.outbox.sendFromForm(protocol, open)).toMatchObject({ kind: 'sent' });
  });

  test('of the session keeps the queue: it is sent when the same person signs in again', async () => {
    const tab = await stand.browser.openTab();
    stand.server.fault = ({ token }) => (token === 'token-of-u1' ? { status: 401, body: {} } : undefined);
    await tab.outbox.sendFromForm(makeProtocol());
    await until(async () => expect(await tab.session.owner()).toBe(null));
    expect(tab.outbox.list()).toEqual([]);
    expect(await tab.store.unsentMutations('u1')).toHaveLength(1);
    await tab.session.save({ token: 'another', userId: 'u1' });
    await until(() => expect(stand.server.things.size).toBe(1));
  });
});
