import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { byLevel } from './level.ts';

/** WCAG 2.2 up to AA, and what axe takes for good practice besides; no rule of them is left out. */
const all = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } as const;
/** The rules that look at colours: another theme changes nothing else. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** What axe takes for wrong and is not: by its rule, and the tag of what it means. */
const allowed = [
  // The list of a field is read with the field that has opened it, wherever it lies in the page.
  { rule: 'region', tag: /^<[^>]*role="listbox"/ },
  // What an option says besides its name is its description, which is read after it.
  { rule: 'label-content-name-mismatch', tag: /^<(?=[^>]*role="option")[^>]*aria-describedby=/ },
  // The number on the picture of the queue stands in its name in words; what one would say to press it is the caption.
  { rule: 'label-content-name-mismatch', tag: /^<button[^>]*Открыть очередь отправки"/ },
  // What one would say to choose a day is its number, which stands in its name; the meetings in it have names of their own.
  { rule: 'label-content-name-mismatch', tag: /^<div role="gridcell"[^>]*data-stop-(day|lane)/ },
  // A spoken line says whose words it has also where the one before it has the same voice, and that is not repeated.
  { rule: 'label-content-name-mismatch', tag: /^<button[^>]*aria-label="\d+:\d\d/ },
];

/**
 * What is no fault while the list of a field is open: all but the two is kept from a screen reader, whose cursor would
 * otherwise walk past the list, and comes back before the focus can get there, since Tab closes the list first.
 */
const allowedBesideList = ['aria-hidden-focus', 'page-has-heading-one'];

export const laptop = { width: 1366, height: 768 };
export const tablet = { width: 1024, height: 768 };
export const phone = { width: 390, height: 844 };

/** What a press opens is one tree at every size: the other sizes are of the long level. */
const usualSizes = byLevel([laptop], [laptop, phone]);

/** axe finds nothing at these sizes, in light, and at the long level in dark: every screen is asked in both at each level. */
export async function expectAccessible(page: Page, where: string, sizes = usualSizes): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessibleThere(page, where);
  }
  if (before) await page.setViewportSize(before);
}

/** The same at the size that the page has, where another one would close what is open. */
export const expectAccessibleThere = byLevel(expectAccessibleInLight, expectAccessibleAsIs);

/** axe finds nothing at the size that the page has, in light and in dark. */
export async function expectAccessibleAsIs(page: Page, where: string): Promise<void> {
  await expectAccessibleInLight(page, where);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await broken(page, ofColours), `${where}, ${widthOf(page)}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** axe finds nothing at the size that the page has, whatever the colours of the dark theme are. */
async function expectAccessibleInLight(page: Page, where: string): Promise<void> {
  // What is halfway through a motion has neither its colours nor its place.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await broken(page, all), `${where}, ${widthOf(page)}`).toEqual([]);
}

const widthOf = (page: Page) => `${page.viewportSize()?.width} wide`;

/** A line for each thing that breaks a rule. */
async function broken(page: Page, runOnly: typeof all | typeof ofColours): Promise<string[]> {
  const { type, values } = runOnly;
  // In the page itself: the other way opens a tab for each run, which takes the focus from this one.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const asked = axe.options({ runOnly: { type, values: [...values] }, resultTypes: ['violations'] });
  const { violations } = await asked.analyze();
  await dropHalfScrolled(page, violations);
  const hasList = await page.evaluate(() => document.activeElement?.matches('[role="combobox"][aria-expanded="true"]'));
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(() => !(hasList && allowedBesideList.includes(id)))
      .filter(({ html }) => !allowed.some(({ rule, tag }) => rule === id && tag.test(html)))
      .map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll('\n', ' ')}`),
  );
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** Takes out what is too small to press only because a bar that stays in place lies over half of it: the page can be scrolled. */
async function dropHalfScrolled(page: Page, violations: Violations): Promise<void> {
  const small = violations.find(({ id }) => id === 'target-size');
  if (!small) return;
  const top = await page.evaluate(() => window.scrollY);
  const left: Violations[number]['nodes'] = [];
  for (const node of small.nodes) {
    const selector = String(node.target[0]);
    await page.locator(selector).evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const again = new AxeBuilder({ page }).setLegacyMode().include(selector).withRules('target-size');
    if ((await again.analyze()).violations.length > 0) left.push(node);
  }
  small.nodes = left;
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
}
