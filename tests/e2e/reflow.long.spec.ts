import { test } from '#tests/support/e2e-page.ts';
import { screenParts } from '#tests/support/every-screen.ts';
import { expectNo } from '#tests/support/probes.ts';
import { expectInPlace, expectNamed } from '#tests/support/sound-page.ts';
import { visitScreens } from '#tests/support/visit-screens.ts';

test.describe.configure({ mode: 'parallel' });

/** Text spacing that a reader may set for any page without losing content (WCAG 2.2, 1.4.12). */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }
`;
const sizes = [
  [1366, 768],
  [1024, 768],
  [390, 844],
  [360, 768],
  [320, 640],
] as const;

for (const [part, isOf] of Object.entries(screenParts))
  test(`${part} fit 320 pixels, tolerate wide letters and high lines, and have targets of 24 pixels`, async ({
    browser,
    server,
  }) => {
    await visitScreens({ browser, server }, { isOf }, async ({ page, screen: { name }, settled }) => {
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
          await expectNo(['words that are cut', 'words over others'], page, where);
          if (!style) await expectNo(['too small to press'], page, where);
          if (!style) await expectNamed(page, where);
        }
      }
    });
  });
