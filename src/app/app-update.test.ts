import { beforeEach, expect, test, vi } from 'vitest';
import { createAppUpdate } from './app-update.ts';

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  readonly postMessage = vi.fn();

  reach(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;

  /** Simulates that the browser found another version, in any tab. */
  find(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
}

const skip = { type: 'SKIP_WAITING' };
const reload = vi.fn();
let registration: FakeRegistration;
let update: ReturnType<typeof createAppUpdate>;

beforeEach(() => {
  reload.mockReset();
  registration = new FakeRegistration();
  update = createAppUpdate(reload);
});

function follow(): void {
  update.follow(registration as unknown as ServiceWorkerRegistration);
}

test('the first worker of all is no update, and does not reload the page', () => {
  follow();
  const first = registration.find();
  for (const state of ['installed', 'activating', 'activated'] as const) first.reach(state);
  expect([update.state(), reload.mock.calls.length]).toEqual(['newest', 0]);
});

test('a version already waiting when the page opens is offered', () => {
  registration.active = new FakeWorker();
  registration.waiting = new FakeWorker();
  registration.waiting.state = 'installed';
  follow();
  expect(update.state()).toBe('waiting');
});

test('a version found later is offered once installed, and loaded once accepted and activated', () => {
  registration.active = new FakeWorker();
  follow();
  const heard = vi.fn();
  update.subscribe(heard);
  const newer = registration.find();
  expect(update.state()).toBe('newest');
  newer.reach('installed');
  expect([update.state(), heard.mock.calls.length]).toEqual(['waiting', 1]);
  update.take(() => true);
  expect(newer.postMessage.mock.calls).toEqual([[skip]]);
  newer.reach('activating');
  expect([update.state(), reload.mock.calls.length]).toEqual(['taking', 0]);
  newer.reach('activated');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page in which text was typed before the activation is not reloaded', () => {
  registration.active = new FakeWorker();
  follow();
  const newer = registration.find();
  newer.reach('installed');
  let typed = false;
  update.take(() => !typed);
  typed = true;
  newer.reach('activated');
  expect([update.state(), reload.mock.calls.length]).toEqual(['outdated', 0]);
  typed = false;
  update.take(() => !typed);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an update accepted in another tab does not reload this one by itself', () => {
  registration.active = new FakeWorker();
  follow();
  const newer = registration.find();
  newer.reach('installed');
  newer.reach('activated');
  expect([update.state(), reload.mock.calls.length]).toEqual(['outdated', 0]);
  // A still newer version does not change that.
  registration.find().reach('installed');
  expect(update.state()).toBe('outdated');
  update.take(() => true);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('of two successive versions the last is loaded', () => {
  registration.active = new FakeWorker();
  follow();
  const second = registration.find();
  second.reach('installed');
  const third = registration.find();
  update.take(() => true);
  second.reach('redundant');
  third.reach('installed');
  third.reach('activated');
  expect([second.postMessage.mock.calls, third.postMessage.mock.calls]).toEqual([[[skip]], [[skip]]]);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a version not activated within 15 s can be accepted again, and never reloads the page late', () => {
  vi.useFakeTimers();
  try {
    registration.active = new FakeWorker();
    follow();
    const next = registration.find();
    next.reach('installed');
    update.take(() => true);
    vi.advanceTimersByTime(15_000);
    expect(update.state()).toBe('waiting');
    update.take(() => true);
    expect(next.postMessage).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(15_000);
    next.reach('activated');
    expect([update.state(), reload.mock.calls.length]).toEqual(['outdated', 0]);
  } finally {
    vi.useRealTimers();
  }
});
