import { relative } from 'node:path';
import { afterEach, expect, vi } from 'vitest';

// Test files of a worker share its process: libraries stay loaded, the project's own modules, with their state and
// their mocks, are loaded anew for each file, and fake timers end with the test that installed them.
vi.resetModules();
afterEach(() => {
  vi.useRealTimers();
});

// For `measured`, which Playwright's tests use too, so that it cannot ask vitest.
process.env.TEST_FILE = relative(process.cwd(), expect.getState().testPath ?? '');

// The huge pages of a worker (scripts/test.mjs) must not be used by the programs that it starts.
delete process.env.GLIBC_TUNABLES;
