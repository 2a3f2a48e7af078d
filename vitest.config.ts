import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// What a test waits for comes when it does: a second, which is usual, is not enough for a busy machine.
const poll = { timeout: 15_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,server,src,scripts,tests/support,tests/faults}/**/*.test.ts'],
          // Real requests, files and locks among them: a busy machine is no failure.
          testTimeout: 30_000,
          expect: { poll },
          restoreMocks: true,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'app',
          environment: 'jsdom',
          include: ['tests/app/**/*.test.{ts,tsx}', 'src/**/*.test.tsx'],
          setupFiles: ['tests/app/setup.ts'],
          expect: { poll },
          css: { modules: { classNameStrategy: 'non-scoped' } },
          restoreMocks: true,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/api/support/postgres-setup.ts'],
          testTimeout: 60_000,
          expect: { poll },
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
