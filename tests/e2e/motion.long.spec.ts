import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { movingParts } from '#tests/support/moving-parts.ts';
import { openAs } from '#tests/support/session-steps.ts';

// every-screen.spec.ts checks that no screen moves where the system asks for reduced motion.
test('nothing is animated once a person has switched animation off on the device', async ({ browser, server }) => {
  const chooser = await openAs(browser, server.url, 'external');
  const settings = await chooser.newPage();
  await settings.goto('/main/settings?tab=profile');
  await expect(settings.getByRole('group', { name: 'Анимация' })).toBeVisible();
  expect(await movingParts(settings)).not.toEqual([]);
  await settings.getByRole('radio', { name: 'Выключена' }).check();
  expect(await movingParts(settings)).toEqual([]);
  // The app's code does not load: what holds then held before the first paint.
  await settings.route('**/assets/*.js', (route) => route.abort());
  await settings.reload();
  await expect.poll(() => settings.evaluate(() => document.documentElement.dataset.motion)).toBe('off');
  await chooser.close();
});
