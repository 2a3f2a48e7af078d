import { statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CellRun } from '../cell-run.ts';

/** As a person clears the data of a site while it is open: all of it, or the databases alone. */
export async function clearStorage(
  { page, context, proxy }: CellRun,
  storageTypes: 'all' | 'indexeddb',
): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes });
  await devtools.detach();
}

/**
 * Opens the cell's own browser once more, in which the app may keep no more than so many bytes. Chromium remembers for
 * half a minute how much room a site has: the limit counts only where it is there before the first database is.
 */
export async function reopenWithQuota(run: CellRun, bytes: number): Promise<void> {
  await run.browserProcess.close();
  await run.reopenBrowser(async (page) => {
    // The limit ends with the session that set it.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: run.proxy.url, quotaSize: bytes });
  });
}

/** Fills the disk of the cell's own browser up to so many bytes. Resolves with the path of what fills it. */
export async function fillDisk({ browserProcess }: CellRun, bytesLeft: number): Promise<string> {
  const { bavail, bsize } = await statfs(browserProcess.visibleProfile);
  const filling = join(browserProcess.visibleProfile, 'filling');
  await writeFile(filling, Buffer.alloc(bavail * bsize - bytesLeft));
  return filling;
}
