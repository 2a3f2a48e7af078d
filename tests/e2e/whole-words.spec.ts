import { expect } from '@playwright/test';
import { cutWords } from '#tests/support/cut-words.ts';
import { test } from '#tests/support/e2e-page.ts';
import { everyScreen } from '#tests/support/every-screen.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { watchSettling } from '#tests/support/settled.ts';

/** Sizes of CSS pixels: a laptop, a tablet, a phone, a laptop at 200 %. */
const sizes = [
  [1366, 768],
  [1024, 768],
  [390, 844],
  [683, 384],
] as const;

for (const [width, height] of sizes)
  test(`no words are cut at ${width}, however large the letters`, async ({ browser, server }) => {
    test.setTimeout(600_000);
    for (const { name, who, address, shown } of await everyScreen(server.url))
      await test.step(name, async () => {
        const context = await openAs(browser, server.url, who);
        const page = await context.newPage();
        await page.setViewportSize({ width, height });
        const settled = watchSettling(page);
        await page.goto(address);
        await expect(shown(page)).toBeVisible();
        await settled();
        for (const text of ['', 'large', 'larger']) {
          await page.evaluate((size) => {
            document.documentElement.dataset.text = size;
          }, text);
          await settled();
          expect.soft(await cutWords(page), `${name} ${text}`).toEqual([]);
        }
        await context.close();
      });
  });
