import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { everyScreen } from '#tests/support/every-screen.ts';
import { openAs } from '#tests/support/session-steps.ts';

/** What on this page takes time to get where it goes, by its transition or its animation. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll('*'))
      for (const part of ['', '::before', '::after']) {
        const style = getComputedStyle(element, part);
        if (style.display === 'none' || (part && style.content === 'none')) continue;
        const times = `${style.transitionDuration}, ${style.animationDuration}`.split(', ');
        const moves = times.some((time) => Number.parseFloat(time) > 0) || style.scrollBehavior === 'smooth';
        if (moves) found.add(`${element.tagName}.${element.getAttribute('class')}${part}`);
      }
    return [...found];
  });
}

test('no screen moves by itself where a person switched that off on the device', async ({ browser, server }) => {
  const chooser = await openAs(browser, server.url, 'external');
  const settings = await chooser.newPage();
  await settings.goto('/main/settings');
  await expect(settings.getByRole('group', { name: 'Анимация' })).toBeVisible();
  expect(await moving(settings)).not.toEqual([]);
  await settings.getByRole('radio', { name: 'Выключена' }).check();
  expect(await moving(settings)).toEqual([]);
  // Nothing of the app comes: what holds then held before the first paint.
  await settings.route('**/assets/*.js', (route) => route.abort());
  await settings.reload();
  await expect.poll(() => settings.evaluate(() => document.documentElement.dataset.motion)).toBe('off');
  await chooser.close();
});

test('no screen moves by itself where the system asks for that', async ({ browser, server }) => {
  for (const { name, who, address, shown } of await everyScreen(server.url))
    await test.step(name, async () => {
      const context = await openAs(browser, server.url, who);
      const page = await context.newPage();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      expect(await moving(page), name).toEqual([]);
      await context.close();
    });
});
