import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 up to AA, and what axe takes for good practice besides; no rule of them is left out. */
const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that look at colours: another theme changes nothing else. */
const ofColours = ['color-contrast', 'link-in-text-block'];

export const laptop = { width: 1366, height: 768 };
export const tablet = { width: 1024, height: 768 };
export const phone = { width: 390, height: 844 };

/** axe finds nothing at these sizes, in light and in dark. */
export async function expectAccessible(page: Page, where: string, sizes = [laptop, phone]): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessibleAsIs(page, where);
  }
  if (before) await page.setViewportSize(before);
}

/** axe finds nothing at the size that the page has, where another one would close what is open. */
export async function expectAccessibleAsIs(page: Page, where: string): Promise<void> {
  const width = `${page.viewportSize()?.width} wide`;
  // What is halfway through a motion has neither its colours nor its place.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await broken(checker(page).withTags(all)), `${where}, ${width}`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await broken(checker(page).withRules(ofColours)), `${where}, ${width}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** In the page itself: the other way opens a tab for each run, which takes the focus from this one. */
const checker = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** A line for each thing that breaks a rule. */
async function broken(asked: AxeBuilder): Promise<string[]> {
  const { violations } = await asked.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll('\n', ' ')}`,
    ),
  );
}
