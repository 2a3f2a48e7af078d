import type { Page } from '@playwright/test';

/** Waits until the device keeps an answer that holds these words: it is written a moment after it was shown. */
export async function untilKept(page: Page, words: string): Promise<void> {
  await page.waitForFunction(isKept, words);
}

/** Runs in the page. */
async function isKept(words: string): Promise<boolean> {
  const kept = await new Promise<unknown[]>((resolve, reject) => {
    const opening = indexedDB.open('protokol-cache');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('queries').objectStore('queries').getAll();
      reading.onsuccess = () => resolve(reading.result);
      opening.result.close();
    };
  });
  return JSON.stringify(kept).includes(words);
}
