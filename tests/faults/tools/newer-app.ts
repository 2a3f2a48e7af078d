import type { Page } from '@playwright/test';
import { databaseName } from '#src/sync/store/store-schema.ts';
import type { CellRun } from '../cell-run.ts';

/** Deploys another version of the service worker and lets the page find it; resolves when it waits to be taken. */
export async function deployWorker({ page, proxy }: CellRun): Promise<void> {
  const served = await fetch(`${proxy.url}/sw.js`);
  const body = `${await served.text()}\n// another version`;
  const reply = { status: 200, headers: { 'Content-Type': 'text/javascript' }, body };
  proxy.answerFalsely(({ path }) => (path === '/sw.js' ? reply : undefined));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.getByRole('status').filter({ hasText: 'Доступна новая версия' }).waitFor();
}

/** Upgrades the queue's database in another tab, as a newer version does. Resolves with its new version. */
export async function upgradeDatabase({ context, proxy, page }: CellRun): Promise<number> {
  const newer = await context.newPage();
  await newer.goto(`${proxy.url}/head.js`);
  const version = await newer.evaluate(async (name) => {
    const known = (await indexedDB.databases()).find((database) => database.name === name);
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name, (known?.version ?? 0) + 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('of a newer version');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result.version);
    });
  }, databaseName);
  await newer.close();
  await page.bringToFront();
  return version;
}

/** Marks the document, so that `isSameDocument` tells whether the page was reloaded. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
}

export function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-same'));
}
