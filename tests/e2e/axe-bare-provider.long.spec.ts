import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { enterAs, test } from '#tests/support/bare-page.ts';

test('axe finds nothing on the screens over a bare provider', async ({ page, provider }) => {
  const screens = [
    ...['/main/home', '/main/meetings', '/main/protocols', '/main/protocols/105', '/main/protocols/108'],
    ...['/main/settings', '/main/settings/users', '/main/settings/keywords'],
  ];
  await enterAs(page, provider, 'secretary', '/head.js');
  for (const address of screens) {
    await page.goto(address);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Загрузка...' })).toHaveCount(0);
    await expectAccessible(page, `${address} over a bare provider`);
  }
  for (const address of ['/main/secretaries', '/main/secretaries?view=charts']) {
    await enterAs(page, provider, 'manager', address);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Загрузка...' })).toHaveCount(0);
    await expectAccessible(page, `${address} over a bare provider`);
  }
});
