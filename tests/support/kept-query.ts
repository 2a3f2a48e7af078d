import type { Page } from '@playwright/test';
import { until } from './processes.ts';

interface Asked {
  /** Beginning of its key: «protocols», «me». */
  query: string;
  words: string;
}

/** Waits until the device keeps an answer to this query that holds these words: it is written a moment after it was shown. */
export async function untilKept(page: Page, query: string, words: string): Promise<void> {
  // Not waitForFunction: it takes the first answer of an asynchronous predicate, whatever it is.
  await until(async () => (await page.evaluate(isKept, { query, words })) || undefined, `${query} on the device`);
}

/** Runs in the page. */
async function isKept({ query, words }: Asked): Promise<boolean> {
  const kept = await new Promise<{ key?: unknown[]; text?: string }[]>((resolve, reject) => {
    const opening = indexedDB.open('protokol-cache');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('queries').objectStore('queries').getAll();
      reading.onsuccess = () => resolve(reading.result);
      opening.result.close();
    };
  });
  return kept.some(({ key, text }) => key?.[0] === query && text?.includes(words));
}
