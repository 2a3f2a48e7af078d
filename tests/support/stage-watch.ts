import type { Page } from '@playwright/test';
import { stageWords } from '#contract/stage.ts';

/**
 * Opens the protocol list and notes every stage that the row of this title shows, in order.
 * @param page a tab of its own
 */
export async function watchStages(page: Page, listUrl: string, title: string): Promise<{ seen(): Promise<string[]> }> {
  await page.goto(listUrl);
  await page.getByRole('row', { name: title }).waitFor();
  await page.evaluate(
    ({ wanted, words }) => {
      const seen: string[] = [];
      const note = () => {
        const row = [...document.querySelectorAll('tr')].find((candidate) => candidate.textContent?.includes(wanted));
        const word = words.find((candidate) => row?.textContent?.includes(candidate));
        if (word && seen.at(-1) !== word) seen.push(word);
        document.documentElement.setAttribute('data-stages', JSON.stringify(seen));
      };
      note();
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    { wanted: title, words: Object.values(stageWords) },
  );
  return {
    seen: async () => JSON.parse((await page.locator('html').getAttribute('data-stages')) ?? '[]') as string[],
  };
}
