import { defineConfig } from '@playwright/test';

/** The smoke test in engines beside Chromium: `npm run engines`. */
export default defineConfig({
  testDir: 'tests/engines',
  outputDir: '.cache/engines-results',
  globalSetup: './tests/e2e/global-setup.ts',
  forbidOnly: true,
  workers: 1,
  retries: 0,
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
});
