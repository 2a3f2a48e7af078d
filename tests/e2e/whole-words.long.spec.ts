import { test } from '#tests/support/e2e-page.ts';
import { expectNo } from '#tests/support/probes.ts';
import { visitScreens } from '#tests/support/visit-screens.ts';

test.describe.configure({ mode: 'parallel' });

/** Sizes of CSS pixels: a laptop, a tablet, a phone, a laptop at 200 %. */
const sizes = [
  [1366, 768],
  [1024, 768],
  [390, 844],
  [683, 384],
] as const;

for (const [width, height] of sizes)
  test(`no words are cut off at ${width}, however large the letters`, async ({ browser, server }) => {
    test.setTimeout(600_000);
    await visitScreens({ browser, server }, { size: { width, height } }, async ({ page, screen, settled }) => {
      for (const text of ['', 'large', 'larger']) {
        await page.evaluate((size) => {
          document.documentElement.dataset.text = size;
        }, text);
        await settled();
        await expectNo(['words that are cut'], page, `${screen.name} ${text}`);
      }
    });
  });
