import { expect } from '@playwright/test';
import { cutWords } from '#tests/support/cut-words.ts';
import { test } from '#tests/support/e2e-page.ts';
import { overlappingWords } from '#tests/support/overlapping-words.ts';
import { smallTargets } from '#tests/support/small-targets.ts';
import { expectInPlace } from '#tests/support/sound-page.ts';
import { visitScreens } from '#tests/support/visit-screens.ts';

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
  server,
}) => {
  await visitScreens({ browser, server }, {}, async ({ page, screen: { name }, settled }) => {
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
  });
});
