import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { HandClock } from '#tests/support/hand-clock.ts';
import { OfflineBrowser } from '#tests/support/offline-browser.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import type { Clock } from '../time/clock.ts';
import { createRowTimers } from './row-timers.ts';
import { undoableUntil } from './undo-period.ts';

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

describe('a clock that is put back in an open tab', () => {
  /** Timers for a mutation whose retry is due in half a second, and how often they called back. */
  function waitingForRetry(base: Clock = clock) {
    const timers = createRowTimers(
      base,
      () => called.push('time'),
      () => called.push('put back'),
    );
    const waiting = { scope: 'a', subject: 'a', state: 'waiting', nextAttemptAt: clock.time + 500 } as OutboxRow;
    timers.set([waiting], { maySend: true });
    return timers;
  }
  const isUndoable = (timers: ReturnType<typeof waitingForRetry>) =>
    undoableUntil({ createdAt: clock.time, notBefore: clock.time + 8_000 }, timers.clock.now()) !== undefined;
  let clock: HandClock;
  let called: string[];

  beforeEach(() => {
    clock = new HandClock();
    called = [];
  });

  test('leaves a later deletion its undo period', () => {
    const timers = waitingForRetry();
    clock.pass(500);
    expect(called).toEqual(['time']);
    clock.time -= 600_000;
    expect(isUndoable(timers)).toBe(true);
    expect(called).toEqual(['time', 'put back']);
  });

  test('does not count when a timer fires that was set before', () => {
    const timers = waitingForRetry();
    clock.time -= 600_000;
    clock.pass(500);
    expect(called).toEqual(['put back', 'time']);
    expect(isUndoable(timers)).toBe(true);
  });

  test('is not one that is corrected by a moment, and a timer that fires early counts as its time', () => {
    const timers = waitingForRetry({ ...clock, after: (ms, call) => clock.after(ms / 20, call) });
    const dueAt = clock.time + 500;
    clock.pass(25);
    expect(timers.clock.now()).toBe(dueAt);
    clock.time -= 20;
    expect(timers.clock.now()).toBe(dueAt);
    expect(called).toEqual(['time']);
  });
});
