import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OfflineBrowser, type Tab } from '#tests/support/offline-browser.ts';
import { WriteServer } from '#tests/support/write-server.ts';
import type { NewMutation } from '../store/outbox-row.ts';
import { StorageFullError } from '../store/store.ts';
import { startWorkTime } from '../time/work-time.ts';
import { drainMutations } from './background-mutations.ts';
import { isUndoable } from './undo.ts';

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

/** Longer than any test: the test itself ends the period. */
const long = 600_000;
/** Two seconds here: long enough for what a test does meanwhile. */
const patient = 40_000;
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 5 });
const base = { kind: 'some', scope: 'protocol:p1', subject: 'p1', variables: {}, title: 'Запись' };
const make = (id: string, scope = `protocol:${id}`, body: object = {}): NewMutation => ({
  ...base,
  scope,
  subject: id,
  creates: id,
  request: { method: 'POST', path: '/things', body: { id, ...body }, extras: ['id'] },
});
const change = (id: string, body: Record<string, unknown>, scope = `protocol:${id}`): NewMutation => ({
  ...base,
  scope,
  subject: id,
  request: { method: 'PUT', path: `/things/${id}`, body },
});
const deletion = (id: string, scope = `protocol:${id}`): NewMutation => ({
  ...base,
  scope,
  subject: id,
  request: { method: 'DELETE', path: `/things/${id}`, settled: [404] },
});

const undoable = (tab: Tab) => tab.outbox.list().filter((row) => isUndoable(row, Date.now()));
const newest = (tab: Tab) => undoable(tab).at(-1)?.id ?? '';
const deletions = () => server.sent.filter((each) => each.startsWith('DELETE'));

/** Drains as a worker does with no page open. */
function workInBackground(signal = new AbortController().signal) {
  const store = browser.openStore();
  const session = browser.openSession(store, true);
  return drainMutations({
    ...browser.workParts(store, session),
    session,
    signal,
    time: startWorkTime(browser.clock),
  });
}

test('a deletion is queued at once, and sent only after its undo period', async () => {
  browser.undoMs = patient;
  server.things.set('p1', {});
  const tab = await browser.openTab();
  await tab.outbox.remove(deletion('p1'));
  const [kept] = await tab.store.unsentMutations('u1');
  expect((kept?.notBefore ?? 0) - (kept?.createdAt ?? 0)).toBeGreaterThanOrEqual(browser.undoMs);
  // A second deletion of the same thing adds nothing, and other mutations are not held up.
  await tab.outbox.remove(deletion('p1'));
  await tab.outbox.sendFromForm(make('p2'));
  await until(() => expect(tab.outbox.list()).toEqual([]));
  expect(server.sent).toEqual(['POST /things', 'DELETE /things/p1']);
});

test('deletions of different things with the same number are all sent', async () => {
  browser.undoMs = patient;
  server.capabilities = undefined;
  const tab = await browser.openTab();
  const of = (path: string, scope: string): NewMutation => ({
    ...deletion('5', scope),
    request: { method: 'DELETE', path, settled: [404] },
  });
  await tab.outbox.remove(of('/protocols/tasks/5', 'protocol:1'));
  await tab.outbox.remove(of('/keywords/5', 'keywords'));
  // A member is named by the number of the user, in every protocol.
  await tab.outbox.remove(of('/protocols/members/5', 'protocol:1'));
  await tab.outbox.remove(of('/protocols/members/5', 'protocol:2'));
  await tab.outbox.remove(of('/keywords/5', 'keywords'));
  expect(undoable(tab)).toHaveLength(4);
  await until(() => expect(tab.outbox.list()).toEqual([]));
  const members = Array(2).fill('DELETE /protocols/members/5');
  expect(deletions().sort()).toEqual(['DELETE /keywords/5', ...members, 'DELETE /protocols/tasks/5']);
});

test('an undone deletion is never sent, whichever tab undoes it', async () => {
  browser.undoMs = long;
  server.things.set('p1', {});
  const [tab, other] = [await browser.openTab(), await browser.openTab()];
  await tab.outbox.remove(deletion('p1'));
  await until(() => expect(undoable(other)).toHaveLength(1));
  expect(await other.outbox.undo(newest(other))).toBe(true);
  await until(() => expect(tab.outbox.list()).toEqual([]));
  await tab.outbox.sendFromForm(change('p1', { title: 'Цел' }), { isOpen: () => true });
  expect(server.sent).toEqual(['PUT /things/p1']);
});

test('a deletion being sent cannot be undone', async () => {
  browser.undoMs = long;
  const tab = await browser.openTab();
  server.fault = () => 'silence';
  await tab.outbox.remove(deletion('p1'));
  const id = newest(tab);
  await tab.outbox.confirm(id);
  await until(() => expect(deletions()).toHaveLength(1));
  expect(undoable(tab)).toEqual([]);
  expect(await tab.outbox.undo(id)).toBe(false);
});

test('a returning connection does not shorten the undo period', async () => {
  browser.undoMs = patient;
  server.things.set('p1', {});
  const tab = await browser.openTab();
  server.reachable = false;
  await tab.outbox.sendFromForm(change('p2', { title: 'Новое' }));
  await tab.outbox.remove(deletion('p1'));
  const id = newest(tab);
  const { notBefore } = undoable(tab)[0] ?? {};
  server.reachable = true;
  await until(() => expect(server.sent[0]).toBe('PUT /things/p2'));
  const row = tab.outbox.list().find((each) => each.id === id);
  // Whether it came before or after the end of the period: that time was never moved.
  if (row?.state === 'waiting' && !row.begun) expect(row.notBefore).toBe(notBefore);
  await until(() => expect(deletions()).toEqual(['DELETE /things/p1']));
});

test('after a tab is killed the next one can still undo its deletions', async () => {
  browser.undoMs = long;
  const tab = await browser.openTab();
  await tab.outbox.remove(deletion('p1'));
  await tab.outbox.remove(deletion('p2'));
  tab.close();
  const next = await browser.openTab();
  expect(undoable(next)).toHaveLength(2);
  expect(await next.outbox.undo(newest(next))).toBe(true);
  await next.outbox.confirm(newest(next));
  await until(() => expect(next.outbox.list()).toEqual([]));
  expect(server.sent).toEqual(['DELETE /things/p1']);
});

test('with no page open the worker sends a deletion, not before its undo period ends', async () => {
  const tab = await browser.openTab();
  const begun = performance.now();
  await tab.outbox.remove(deletion('p1'));
  tab.close();
  const seen: number[] = [];
  server.fault = () => void seen.push(performance.now());
  expect(await workInBackground()).toBe(true);
  expect(deletions()).toEqual(['DELETE /things/p1']);
  expect((seen[0] ?? 0) - begun).toBeGreaterThan(browser.undoMs / 20 / 2);
});

test('a page opened while the worker waits can undo the deletion', async () => {
  browser.undoMs = long;
  const tab = await browser.openTab();
  await tab.outbox.remove(deletion('p1'));
  tab.close();
  const opened = new AbortController();
  const working = workInBackground(opened.signal);
  opened.abort();
  await working;
  const next = await browser.openTab();
  expect(await next.outbox.undo(newest(next))).toBe(true);
  expect(server.sent).toEqual([]);
});

test('deleting an unsent entity takes back its mutations unsent, and undo restores them unchanged', async () => {
  browser.undoMs = long;
  const tab = await browser.openTab();
  server.reachable = false;
  await tab.outbox.sendFromForm(make('p1', undefined, { title: 'Совет' }));
  await tab.outbox.sendFromForm(change('p1', { place: 'Зал' }));
  await tab.outbox.sendFromForm(make('t1', 'protocol:p1', { of: 'p1' }));
  const before = await tab.store.unsentMutations('u1');
  await tab.outbox.remove(deletion('p1'));
  // Of all its mutations only the deletion is listed.
  expect(tab.outbox.list()).toHaveLength(1);
  server.reachable = true;
  await tab.outbox.sendFromForm(make('p2'));
  await until(() => expect(server.sent).toEqual(['POST /things']));
  expect(await tab.outbox.undo(newest(tab))).toBe(true);
  await until(() => expect(tab.outbox.list()).toEqual([]));
  const bodies = before.map(({ id, request }) => ({ key: id, body: request.body }));
  expect(server.seen.slice(1).map(({ key, body }) => ({ key, body }))).toEqual(bodies);
});

test('a deleted unsent entity is gone after the undo period, also offline', async () => {
  const tab = await browser.openTab();
  const shown: string[] = [];
  tab.outbox.onSent(({ subject, request }) => void shown.push(`${request.method} ${subject}`));
  server.reachable = false;
  await tab.outbox.sendFromForm(make('p1'));
  await tab.outbox.remove(deletion('p1'));
  await until(async () => expect(await tab.store.unsentMutations('u1')).toEqual([]));
  await until(() => expect(shown).toEqual(['DELETE p1']));
  server.reachable = true;
  await until(() => expect(tab.outbox.list()).toEqual([]));
  expect(server.sent).toEqual([]);
});

test('an unsent entity deleted in a killed tab is gone in the next one', async () => {
  const tab = await browser.openTab();
  server.reachable = false;
  await tab.outbox.sendFromForm(make('p1'));
  await tab.outbox.remove(deletion('p1'));
  tab.close();
  server.reachable = true;
  expect(await workInBackground()).toBe(true);
  const next = await browser.openTab();
  await until(() => expect(next.outbox.list()).toEqual([]));
  expect(server.sent).toEqual([]);
});

test('an unsent entity that others were made from is created and then deleted on the server', async () => {
  const tab = await browser.openTab();
  server.reachable = false;
  await tab.outbox.sendFromForm(make('m1', 'meeting:m1'));
  await tab.outbox.sendFromForm(make('p1', 'protocol:p1', { meeting_id: 'm1' }));
  await tab.outbox.remove(deletion('m1', 'meeting:m1'));
  server.reachable = true;
  await until(() => expect(tab.outbox.list()).toEqual([]));
  expect(server.sent).toEqual(['POST /things', 'POST /things', 'DELETE /things/m1']);
  expect([...server.things.keys()]).toEqual(['p1']);
});

test('a refused creation is deleted with all made from it, and undo restores them, still refused', async () => {
  browser.undoMs = long;
  const tab = await browser.openTab();
  server.fault = ({ body }) => (body?.id === 'm1' ? { status: 422, body: { message: 'Нельзя' } } : undefined);
  await tab.outbox.sendFromForm(make('m1', 'meeting:m1'));
  await tab.outbox.sendFromForm(make('p1', 'protocol:p1', { meeting_id: 'm1' }));
  await until(() => expect(tab.outbox.list()[0]?.state).toBe('failed'));
  const before = await tab.store.unsentMutations('u1');
  await tab.outbox.remove(deletion('m1', 'meeting:m1'));
  expect(tab.outbox.list()).toHaveLength(1);
  expect(await tab.outbox.resolveMutation(before[0]?.id ?? '', { variables: {}, request: make('m1').request })).toBe(
    false,
  );
  await tab.outbox.undo(newest(tab));
  expect(await tab.store.unsentMutations('u1')).toEqual(before);
  await tab.outbox.remove(deletion('m1', 'meeting:m1'));
  await tab.outbox.confirm(newest(tab));
  await until(async () => expect(await tab.store.unsentMutations('u1')).toEqual([]));
  expect(deletions()).toEqual([]);
});

test('a refused deletion stays with its reason, a new one replaces it, and a full device queues none', async () => {
  server.things.set('p1', {});
  const tab = await browser.openTab();
  server.fault = () => ({ status: 409, body: { message: 'Уже итоговый' } });
  await tab.outbox.remove(deletion('p1'));
  await until(() => expect(tab.outbox.list()).toMatchObject([{ state: 'failed', fault: { message: 'Уже итоговый' } }]));
  server.fault = () => undefined;
  await tab.outbox.remove(deletion('p1'));
  expect(tab.outbox.list()).toHaveLength(1);
  await until(() => expect(server.things.size).toBe(0));
  const full = await browser.openTab({ changeOutbox: () => Promise.reject(new StorageFullError()) });
  await expect(full.outbox.remove(deletion('p2'))).rejects.toMatchObject({ name: 'NotKeptError', isFull: true });
});
