import { afterEach, expect, test, vi } from 'vitest';
import { whenOpened } from './when-opened.ts';

type Router = Parameters<typeof whenOpened>[0];

function fakeRouter(initialized: boolean) {
  const listeners = new Set<(state: { initialized: boolean }) => void>();
  const router = {
    state: { initialized },
    subscribe(listener: (state: { initialized: boolean }) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const tell = (now: boolean) => {
    for (const listener of listeners) listener({ initialized: now });
  };
  return { router: router as unknown as Router, tell, listeners };
}

function keepCode(controller: object | null): void {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller } });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.useRealTimers();
});

test('with cached code the app is rendered once, when its first screen is ready', () => {
  keepCode({});
  const { router, tell, listeners } = fakeRouter(false);
  const draw = vi.fn();
  whenOpened(router, draw);
  tell(false);
  expect(draw).not.toHaveBeenCalled();
  tell(true);
  expect(draw).toHaveBeenCalledOnce();
  expect(listeners.size).toBe(0);
});

test('a screen that is not ready within 1 s is no longer waited for', () => {
  vi.useFakeTimers();
  keepCode({});
  const { router, tell } = fakeRouter(false);
  const draw = vi.fn();
  whenOpened(router, draw);
  vi.advanceTimersByTime(999);
  expect(draw).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  tell(true);
  expect(draw).toHaveBeenCalledOnce();
});

test.each([
  ['there already', true, {}],
  ['fetched from the server', false, null],
])('a screen that is %s is not waited for', (_, initialized, controller) => {
  keepCode(controller);
  const draw = vi.fn();
  whenOpened(fakeRouter(initialized).router, draw);
  expect(draw).toHaveBeenCalledOnce();
});

test('a browser without service workers renders at once', () => {
  const draw = vi.fn();
  whenOpened(fakeRouter(false).router, draw);
  expect(draw).toHaveBeenCalledOnce();
});
