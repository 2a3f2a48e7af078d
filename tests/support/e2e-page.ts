import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base } from '@playwright/test';
import { testBrowserPath } from './browser-process.ts';
import { ServerProcess } from './server-process.ts';

/** Unwanted output of pages: errors in their console, and uncaught exceptions. */
export type PageTrouble = string[];

/**
 * Pages of one Chromium that each start signed out and without a service worker, for tests that kill nothing. `server`
 * is a real one with demo data, started once for the tests that ask for it; `ownServer` is one for this test alone,
 * where what it leaves behind would disturb others.
 */
export const test = base.extend<{ trouble: PageTrouble; ownServer: ServerProcess }, { server: ServerProcess }>({
  launchOptions: [
    { executablePath: testBrowserPath(), args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] },
    { scope: 'worker' },
  ],
  serviceWorkers: 'block',
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
  viewport: { width: 1366, height: 768 },
  actionTimeout: 20_000,
  trouble: async ({ context }, use) => {
    const trouble: PageTrouble = [];
    collectTrouble(context, trouble);
    await use(trouble);
  },
  // Playwright insists on an object pattern here and below.
  ownServer: ({ browserName: _ }, use) => serve(use),
  server: [({ browserName: _ }, use) => serve(use), { scope: 'worker' }],
});

async function serve(use: (server: ServerProcess) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-e2e-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  await use(server);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function collectTrouble(context: BrowserContext, trouble: PageTrouble): void {
  context.on('console', (message) => {
    // The browser itself reports failed requests; the test decides whether they are right.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      trouble.push(message.text());
    }
  });
  context.on('weberror', (thrown) => trouble.push(`threw ${thrown.error().message}`));
}
