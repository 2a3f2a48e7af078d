import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { beginPage, endFrames, endPage } from './support/end-page.ts';
import { loadScreensOnce } from './support/load-screens.ts';
import { createLocks } from './support/web-locks.ts';

const { getElementError } = getConfig();
configure({
  // A screen's code is loaded when it is opened: on a busy machine that takes longer than the default of one second.
  asyncUtilTimeout: 8_000,
  // While `waitFor` repeats a query, its error is created without printing the page, which happens once, at the
  // timeout: then what is printed is the screen, without what is around it.
  getElementError: (message, container) =>
    isBeingRetried() ? retriedError(message) : getElementError(message, document.querySelector('main') ?? container),
});
/** With the name by which the library knows its own errors: at the timeout it gives them the place in the test. */
function retriedError(message: string | null): Error {
  return Object.assign(new Error(message ?? undefined), { name: 'TestingLibraryElementError' });
}
/** Whether `waitFor` repeats the query with this error; the library sets this flag for its own queries. */
function isBeingRetried(): boolean {
  return (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
}
vi.setConfig({ testTimeout: 30_000 });

// The undo period lasts as long as a busy machine may need: a test ends it itself.
vi.mock('#src/sync/outbox/undo-ms.ts', () => ({ undoMs: 600_000 }));

// jsdom has neither Web Locks nor media queries.
Object.defineProperty(navigator, 'locks', { configurable: true, value: createLocks() });
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: media.includes('min-width'), onchange: null }) as MediaQueryList;
window.scrollTo = () => undefined;
// jsdom has no layout either.
class Unseeing {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
window.ResizeObserver = Unseeing;
window.IntersectionObserver = Unseeing;

// Node knows nothing of jsdom's files, which a browser's database keeps as they are.
const cloneData = globalThis.structuredClone;
globalThis.structuredClone = (value, options) => {
  if (value instanceof Blob) return value;
  if (Array.isArray(value)) return value.map((each) => structuredClone(each)) as typeof value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return cloneData(value, options);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, structuredClone(each)])) as typeof value;
};

// React's development build takes a stack trace for each element, a sixth of the time of these tests, unless 10,000 were
// taken lately. They only add the owner to a component's stack.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  string,
  object
>;
if (!internals || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error('React counts its stacks elsewhere now');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined });

await loadScreensOnce();
beginPage();
afterAll(endPage);

const output: unknown[][] = [];
/**
 * React's advice for tests, which is ignored: a screen's code and a dialog's end come by themselves, and tests wait.
 */
const advice = /not wrapped in act|inside an `act` scope/;

beforeEach(() => {
  localStorage.clear();
  output.length = 0;
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      if (!advice.test(String(words[0]))) output.push([level, ...words]);
    });
  }
});

afterEach(async () => {
  // Signed out first, so that the person's queries are deleted from the device together with the screen.
  localStorage.clear();
  cleanup();
  vi.useRealTimers();
  await endFrames();
  vi.unstubAllGlobals();
  expect(output, 'unexpected console output').toEqual([]);
});

/** Removes the console output that the test expects; the rest fails the test. */
export function takeOutput(): unknown[][] {
  return output.splice(0);
}
