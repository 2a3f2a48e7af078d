import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { everyScreen } from '#tests/support/every-screen.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { expectSound } from '#tests/support/sound-page.ts';

test('every screen with the demo data keeps its layout and its names', async ({ browser, server: { url } }) => {
  for (const { name, who, address, shown } of await everyScreen(url)) {
    await test.step(name, async () => {
      const context = await openAs(browser, url, who);
      const page = await context.newPage();
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      for (const width of [360, 1024, 1366]) {
        await page.setViewportSize({ width, height: 768 });
        await expectSound(page, `${name} at ${width}`);
      }
      await context.close();
    });
  }
});
