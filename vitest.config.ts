import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { throughFacesPlugin } from './scripts/through-faces.ts';
import { isLong } from './tests/support/level.ts';

// Timeout of waits in tests: the default of one second is not enough for a busy machine.
const poll = { timeout: 15_000 };
/** Ends a test of the API that hangs. The long level encodes real recordings, at a lower priority than all else. */
const testTimeout = isLong ? 180_000 : 60_000;
const exclude = [...configDefaults.exclude, ...(isLong ? [] : ['**/*.long.test.*'])];

/**
 * What `vi.useFakeTimers` replaces in jsdom: not `setInterval`, by which jsdom itself makes frames. One that it began
 * on a fake clock would never end, and no later test of the worker would get a frame. Names that jsdom lacks must not be
 * listed: they would stay behind as undefined.
 */
const fakedInPage = [
  ...(['Date', 'performance', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] as const),
  ...(['requestAnimationFrame', 'cancelAnimationFrame'] as const),
];

export default defineConfig({
  test: {
    coverage: {
      provider: 'v8',
      include: ['{src,server,contract}/**/*.{ts,tsx}'],
      exclude: ['**/*.test.*'],
      reportsDirectory: '.cache/coverage',
      reporter: ['text-summary', 'json-summary'],
    },
    // Half of the time a test waits for a timer, PostgreSQL or ffmpeg: a worker more than there are cores uses it.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        plugins: [throughFacesPlugin()],
        test: {
          name: 'unit',
          env: { TEST_PART: 'unit' },
          environment: 'node',
          include: ['{contract,server,src,scripts,tests/support,tests/faults}/**/*.test.ts'],
          exclude,
          isolate: false,
          setupFiles: ['tests/support/shared-worker-setup.ts'],
          unstubGlobals: true,
          // Tests use real requests, files and locks: a busy machine must not fail them.
          testTimeout: 30_000,
          expect: { poll },
          restoreMocks: true,
        },
      },
      {
        plugins: [throughFacesPlugin(), react()],
        test: {
          name: 'app',
          env: { TEST_PART: 'app' },
          environment: 'jsdom',
          include: ['tests/app/**/*.test.{ts,tsx}', 'src/**/*.test.tsx'],
          exclude,
          isolate: false,
          setupFiles: ['tests/support/shared-worker-setup.ts', 'tests/app/setup.ts'],
          expect: { poll },
          css: { modules: { classNameStrategy: 'non-scoped' } },
          restoreMocks: true,
          fakeTimers: { toFake: fakedInPage },
        },
      },
      {
        plugins: [throughFacesPlugin()],
        test: {
          name: 'api',
          env: { TEST_PART: 'api' },
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          exclude,
          isolate: false,
          setupFiles: ['tests/support/shared-worker-setup.ts'],
          unstubGlobals: true,
          globalSetup: ['tests/api/support/postgres-setup.ts', 'tests/support/demo-data.ts'],
          testTimeout,
          expect: { poll },
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
