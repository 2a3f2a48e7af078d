import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { byLevel } from './level.ts';

/** WCAG 2.2 up to AA, and axe's best practices; no rule of them is left out. */
const all = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } as const;
/** The rules that look at colours: another theme changes nothing else. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** Findings of axe that are no faults: by their rule, and by the tag of the element. */
const allowed = [
  // A listbox is read together with the field that has opened it, wherever it is in the page.
  { rule: 'region', tag: /^<[^>]*role="listbox"/ },
  // The further text of an option is its description, which is read after its name.
  { rule: 'label-content-name-mismatch', tag: /^<(?=[^>]*role="option")[^>]*aria-describedby=/ },
  // The number on the icon of the queue is part of the name, in words; the words for voice control are the caption.
  { rule: 'label-content-name-mismatch', tag: /^<button[^>]*Открыть очередь отправки"/ },
  // To choose a day by voice one says its number, which is part of its name; the meetings in it have their own names.
  { rule: 'label-content-name-mismatch', tag: /^<div role="gridcell"[^>]*data-stop-(day|lane)/ },
  // The name of a transcript line contains its speaker, even where the visible one is not repeated after the same
  // speaker.
  { rule: 'label-content-name-mismatch', tag: /^<button[^>]*aria-label="\d+:\d\d/ },
];

/**
 * Findings that are no faults while the listbox of a field is open: everything but these two is hidden from a screen
 * reader, whose cursor would otherwise move past the listbox, and is shown again before the focus can get there, since
 * Tab closes the listbox first.
 */
const allowedBesideList = ['aria-hidden-focus', 'page-has-heading-one'];

export const laptop = { width: 1366, height: 768 };
export const tablet = { width: 1024, height: 768 };
export const phone = { width: 390, height: 844 };

/** What a press opens has the same elements at every size: other sizes are checked at the long level. */
const usualSizes = byLevel([laptop], [laptop, phone]);

/**
 * Expects no findings of axe at these sizes, in light, and at the long level in dark; the screens themselves are
 * checked in both at each level.
 */
export async function expectAccessible(page: Page, where: string, sizes = usualSizes): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessibleThere(page, where);
  }
  if (before) await page.setViewportSize(before);
}

/** Does the same at the page's present size, where another one would close what is open. */
export const expectAccessibleThere = byLevel(expectAccessibleInLight, expectAccessibleAsIs);

/** Expects no findings of axe at the page's present size, in light and in dark. */
export async function expectAccessibleAsIs(page: Page, where: string): Promise<void> {
  await expectAccessibleInLight(page, where);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await broken(page, ofColours), `${where}, ${widthOf(page)}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Expects no findings of axe at the page's present size, without the dark theme. */
async function expectAccessibleInLight(page: Page, where: string): Promise<void> {
  // During a transition elements have neither their final colours nor their final place.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await broken(page, all), `${where}, ${widthOf(page)}`).toEqual([]);
}

const widthOf = (page: Page) => `${page.viewportSize()?.width} wide`;

/** Returns a line for each element that breaks a rule. */
async function broken(page: Page, runOnly: typeof all | typeof ofColours): Promise<string[]> {
  const { type, values } = runOnly;
  // Runs in the page itself: otherwise axe opens a tab for each run, which takes the focus from this one.
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

/** Removes targets that are too small only because a fixed bar covers half of them: the page can be scrolled. */
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
