import { beforeEach, expect, test, vi } from 'vitest';
import { checkForUpdates } from './update-checks.ts';

const minute = 60_000;
const check = vi.fn(async () => undefined);
let page: EventTarget & { visibilityState: DocumentVisibilityState };
let online: boolean;
let lineChanged: () => void;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  check.mockClear();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  online = true;
  stop = checkForUpdates(check, {
    clock: {
      now: () => Date.now(),
      after(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    },
    connectivity: {
      isOnline: () => online,
      subscribe(listener) {
        lineChanged = listener;
        return () => {
          lineChanged = () => undefined;
        };
      },
    },
    page,
  });
  return () => {
    stop();
    vi.useRealTimers();
  };
});

const show = (visibilityState: DocumentVisibilityState) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};
const count = () => check.mock.calls.length;

test('an open page checks for updates every hour', () => {
  vi.advanceTimersByTime(59 * minute);
  expect(count()).toBe(0);
  vi.advanceTimersByTime(minute);
  expect(count()).toBe(1);
  vi.advanceTimersByTime(180 * minute);
  expect(count()).toBe(4);
});

test('a hidden page checks when it is shown again', () => {
  show('hidden');
  vi.advanceTimersByTime(600 * minute);
  expect(count()).toBe(0);
  show('visible');
  expect(count()).toBe(1);
});

test('nothing is checked offline, and at once when the connection is back', () => {
  online = false;
  lineChanged();
  vi.advanceTimersByTime(120 * minute);
  expect(count()).toBe(0);
  online = true;
  lineChanged();
  expect(count()).toBe(1);
});

test('showing the page every minute checks four times an hour at most', () => {
  for (let minutes = 0; minutes < 60; minutes++) {
    vi.advanceTimersByTime(minute);
    show('hidden');
    show('visible');
    lineChanged();
  }
  expect(count()).toBe(4);
});

test('a failed check is repeated at the next occasion, and none follows after the stop', async () => {
  check.mockRejectedValueOnce(new TypeError('no answer'));
  await vi.advanceTimersByTimeAsync(60 * minute);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(count()).toBe(2);
  stop();
  await vi.advanceTimersByTimeAsync(600 * minute);
  show('visible');
  lineChanged();
  expect(count()).toBe(2);
});
