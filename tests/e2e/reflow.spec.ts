import { expect } from '@playwright/test';
import { cutWords } from '#tests/support/cut-words.ts';
import { test } from '#tests/support/e2e-page.ts';
import { type AppScreen, everyScreen } from '#tests/support/every-screen.ts';
import { overlappingWords } from '#tests/support/overlapping-words.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { watchSettling } from '#tests/support/settled.ts';
import { smallTargets } from '#tests/support/small-targets.ts';
import { expectInPlace } from '#tests/support/sound-page.ts';

/** What a reader may put over any page without losing anything of it (WCAG 2.2, 1.4.12). */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }
`;
const sizes = [
  [1366, 768],
  [390, 844],
  [320, 640],
] as const;

test('every screen fits 320 pixels, bears wide letters and high lines, and can be pressed by a trembling hand', async ({
  browser,
  server: { url },
}) => {
  const left = await everyScreen(url);
  const visitNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) await visit(next);
  };
  // A machine has two cores at least, and a page is busy on one of them.
  await Promise.all([visitNext(), visitNext()]);

  async function visit({ name, who, address, shown }: AppScreen): Promise<void> {
    const context = await openAs(browser, url, who);
    const page = await context.newPage();
    const settled = watchSettling(page);
    await page.goto(address);
    await expect(shown(page)).toBeVisible();
    await settled();
    const spaced = await page.evaluateHandle(() => document.head.appendChild(document.createElement('style')));
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const [how, style] of Object.entries({ plain: '', spaced: spacing })) {
        await spaced.evaluate((sheet, text) => {
          sheet.textContent = text;
        }, style);
        await settled();
        const where = `${name}, ${width} wide, ${how}`;
        await expectInPlace(page, where);
        expect.soft(await cutWords(page), `${where}: cut`).toEqual([]);
        expect.soft(await overlappingWords(page), `${where}: one over another`).toEqual([]);
        if (!style) expect.soft(await smallTargets(page), `${where}: too small`).toEqual([]);
      }
    }
    await context.close();
  }
});
