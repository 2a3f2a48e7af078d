import type { BrowserContext, Page } from '@playwright/test';

/** Visits every place, in several tabs of one browser at once, since opening a page is mostly waiting. */
export async function visitInTabs<T>(
  context: BrowserContext,
  places: readonly T[],
  visit: (page: Page, place: T) => Promise<void>,
): Promise<void> {
  const left = [...places];
  const visitNext = async (page: Page) => {
    for (let place = left.shift(); place !== undefined; place = left.shift()) await visit(page, place);
    // An answer that a test modifies may still be under way.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  };
  await Promise.all(Array.from({ length: Math.min(4, places.length) }, async () => visitNext(await context.newPage())));
}
