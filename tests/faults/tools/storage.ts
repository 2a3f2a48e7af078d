import { statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CellRun } from '../cell-run.ts';

/** Clears the data of the open site as a person does: all of it, or only the databases. */
export async function clearStorage(
  { page, context, proxy }: CellRun,
  storageTypes: 'all' | 'indexeddb',
): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes });
  await devtools.detach();
}

/**
 * Reopens the cell's own browser with a storage quota for the app. Chromium caches a site's quota for half a minute, so
 * the limit works only where it is set before the first database is opened.
 */
export async function reopenWithQuota(run: CellRun, bytes: number): Promise<void> {
  await run.browserProcess.close();
  await run.reopenBrowser(async (page) => {
    // The limit ends with the session that set it.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: run.proxy.url, quotaSize: bytes });
  });
}

/**
 * Fills the disk of the cell's own browser until this many bytes are left. Resolves with the path of the filling file.
 */
export async function fillDisk({ browserProcess }: CellRun, bytesLeft: number): Promise<string> {
  const { bavail, bsize } = await statfs(browserProcess.visibleProfile);
  const filling = join(browserProcess.visibleProfile, 'filling');
  await writeFile(filling, Buffer.alloc(bavail * bsize - bytesLeft));
  return filling;
}
