import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { databaseName } from '#src/sync/store/store-schema.ts';
import { BrowserProcess, testBrowserPath } from './browser-process.ts';
import { FaultProxy } from './fault-proxy.ts';
import { buildNextVersion, deployClient, install, nextVersion } from './installation.ts';
import { ServerProcess } from './server-process.ts';

interface UpdateStand {
  server: ServerProcess;
  proxy: FaultProxy;
  browser: BrowserProcess;
  /** Replaces this client by that of the next version, while the server is running. */
  deployNext(): Promise<void>;
}

/** A separate installation with a browser, over which the next version of the client can be deployed. */
export const test = base.extend<{ stand: UpdateStand }, { nextBuild: string }>({
  nextBuild: [
    // Playwright insists on an object pattern here.
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'protokol-next-'));
      await use(await buildNextVersion(folder));
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  stand: async ({ nextBuild }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'protokol-e2e-'));
    const installed = join(folder, 'app');
    await install(installed);
    const server = await ServerProcess.start(join(folder, 'data'), {}, installed);
    const proxy = await FaultProxy.start(server.port);
    const browser = new BrowserProcess(join(folder, 'profile'), { program: testBrowserPath() });
    await use({ server, proxy, browser, deployNext: () => deployClient(installed, nextBuild) });
    await browser.kill();
    await proxy.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  },
});

/** Marks the document, so that `isSame` tells whether the page was reloaded. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
}

export const isSame = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-same'));

/** Whether the page runs the next version. During a reload use `becomesNext`, which waits for it. */
export const isNext = (page: Page) =>
  page.evaluate(({ attribute, value }) => document.documentElement.getAttribute(attribute) === value, nextVersion);

export async function becomesNext(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute(nextVersion.attribute, nextVersion.value);
}

/** Resolves with the version of the queue's database in the browser. */
export function databaseVersionIn(page: Page): Promise<number | undefined> {
  return page.evaluate(
    async (name) => (await indexedDB.databases()).find((database) => database.name === name)?.version,
    databaseName,
  );
}

/** Holds the queue's database open like a frozen tab, whose script receives no event of an upgrade. */
export async function holdDatabase(page: Page): Promise<void> {
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          Object.assign(window, { held: request.result });
          resolve();
        };
      }),
    databaseName,
  );
}
