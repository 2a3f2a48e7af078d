import { relative } from 'node:path';
import { afterEach, expect, vi } from 'vitest';

// Test files of one worker share its process: libraries stay loaded, the project's own modules (their state, and what a file
// mocks in them) begin anew with each file, and replaced timers end with the test that replaced them.
vi.resetModules();
afterEach(() => {
  vi.useRealTimers();
});

// For `measured`, which Playwright's tests use too and which asks vitest for nothing.
process.env.TEST_FILE = relative(process.cwd(), expect.getState().testPath ?? '');

// The large pages of a worker (scripts/test.mjs) are not for the programs that it starts.
delete process.env.GLIBC_TUNABLES;
