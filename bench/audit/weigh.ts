import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page, type Request } from '@playwright/test';
import { testBrowserPath } from '#tests/support/browser-process.ts';
import { type AppScreen, everyScreen } from '#tests/support/every-screen.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { type Figure, printTable } from '../table.ts';
import { weighPrecache } from './precache-weight.ts';
import { otherRoutes, routeLimits } from './route-limits.ts';

// `npm run audit -- weight`: the bytes that a first visit of every screen takes, each beside its limit.

/** Number of screens opened at once. */
const lanes = 3;

const folder = await mkdtemp(join(tmpdir(), 'protokol-weight-'));
const server = await ServerProcess.start(join(folder, 'data'));
const browser = await chromium.launch({ executablePath: testBrowserPath(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  const figures: Figure[] = [];
  const screens = await everyScreen(server.url);
  // In parallel: bytes do not depend on what else is running.
  for (let from = 0; from < screens.length; from += lanes)
    figures.push(...(await Promise.all(screens.slice(from, from + lanes).map(weighScreen))));
  figures.push(...(await weighPrecache()));
  printTable(figures);
  process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1;
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function weighScreen({ name, who, address, shown }: AppScreen): Promise<Figure> {
  const { bytes, files } = await visit({ who, address, shown });
  const limit = routeLimits[name] ?? otherRoutes;
  return {
    what: `${name}: скрипты и стили (${files})`,
    measured: `${(bytes / 1000).toFixed(1)} кБ`,
    reference: '—',
    target: `≤ ${limit / 1000} кБ`,
    holds: bytes <= limit && files > 0,
  };
}

/** Opens an address with an empty cache, and waits until it shows its content and has no pending requests. */
async function visit({ who, address, shown }: Omit<AppScreen, 'name'>) {
  const context = await openAs(browser, server.url, who);
  // What the service worker fetches is weighed below; it would also answer in place of the server.
  await context.route('**/sw.js', (route) => route.abort());
  const page = await context.newPage();
  await page.addInitScript(holdIdleWork);
  const sizes: Promise<number>[] = [];
  const weigh = (request: Request) => {
    if (['script', 'stylesheet'].includes(request.resourceType()) && !request.url().endsWith('/sw.js'))
      sizes.push(bytesOf(request));
  };
  page.on('request', weigh);
  const pending = followRequests(page);
  await page.goto(address);
  await shown(page).waitFor();
  // Content may request data, and these another part: all has arrived when two idle moments in a row find nothing
  // pending.
  for (let idle = 0; idle < 2; idle = pending.size === 0 ? idle + 1 : 0)
    await page.evaluate(() => new Promise((resolve) => (globalThis as Held).idle(() => resolve(undefined))));
  page.off('request', weigh);
  const counted = await Promise.all(sizes);
  await context.close();
  return { bytes: counted.reduce((sum, bytes) => sum + bytes, 0), files: counted.length };
}

/** Tracks the pending requests of a page, except for the event stream, which never ends. */
function followRequests(page: Page): Set<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

type Held = typeof globalThis & { idle: (done: () => void) => void };

/**
 * Runs in the page: disables idle callbacks, in which the app prefetches other screens. Otherwise it would be a matter
 * of chance how much of that begins before the end of a visit.
 */
function holdIdleWork(): void {
  (globalThis as Held).idle = requestIdleCallback.bind(globalThis);
  globalThis.requestIdleCallback = () => 0;
}

/** Returns the bytes of the body as transferred. */
async function bytesOf(request: Request): Promise<number> {
  const response = await request.response();
  if (!response) throw new Error(`${request.url()}: no answer`);
  await response.finished();
  return (await request.sizes()).responseBodySize;
}
