import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { isLong } from './tests/support/level.ts';

const journeys = ['main-job', 'recorder', 'background-upload', 'agenda', 'update', 'offline-edits', 'session'].map(
  (name) => `**/${name}.spec.ts`,
);

export default defineConfig({
  testDir: 'tests/e2e',
  // A single test of a file that the short level runs, too: `test(name, { tag: '@long' }, …)`.
  ...(!isLong && { grepInvert: /@long/ }),
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: '.cache/e2e-results',
  forbidOnly: true,
  fullyParallel: false,
  // A page keeps one core busy, its server hardly any: on two cores each has a worker, with more cores one is left
  // free.
  workers: Math.max(2, availableParallelism() - 1),
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  // Those that take longest begin first, so that no worker is left alone with one of them at the end.
  projects: [
    { name: 'journeys', testMatch: journeys },
    { name: 'screens', testIgnore: [...journeys, ...(isLong ? [] : ['**/*.long.spec.ts'])] },
  ],
});
