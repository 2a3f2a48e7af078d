import { defineConfig } from '@playwright/test';

/** The whole fault matrix: `npm run faults`. */
export default defineConfig({
  testDir: 'tests/faults',
  testMatch: '*.spec.ts',
  outputDir: '.cache/faults-results',
  globalSetup: './tests/e2e/global-setup.ts',
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/faults/report.ts']],
});
