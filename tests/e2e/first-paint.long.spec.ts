import { expect } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { expectOnly, noteFrames, opposite, themes } from '#tests/support/first-frames.ts';

test('without a network the app starts in the chosen theme too', async ({ stand }) => {
  const context = await stand.browser.start();
  const page = await signInAsSecretary(context, stand.proxy.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${stand.proxy.url}/main/protocols`);
  await expect(page.getByRole('heading', { level: 1, name: 'Протоколы' })).toBeVisible();
  await stand.server.stop();
  for (const theme of themes) {
    const again = await context.newPage();
    await noteFrames(context, theme);
    await again.emulateMedia({ colorScheme: opposite(theme) });
    await again.goto(`${stand.proxy.url}/main/protocols`);
    await expect(again.getByRole('heading', { level: 1, name: 'Протоколы' })).toBeVisible();
    await expectOnly(again, theme, `offline in ${theme}`);
    await again.close();
  }
});
