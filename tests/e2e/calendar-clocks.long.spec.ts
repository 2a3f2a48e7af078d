import { expect, type Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

/**
 * Runs before the app: counts the listeners for the page's visibility, of which every clock of the calendar has one.
 */
const countClocks = `
  globalThis.clocks = new Set();
  const { addEventListener: add, removeEventListener: remove } = document;
  document.addEventListener = function (type, listener, ...rest) {
    if (type === 'visibilitychange') clocks.add(listener);
    return add.call(this, type, listener, ...rest);
  };
  document.removeEventListener = function (type, listener, ...rest) {
    if (type === 'visibilitychange') clocks.delete(listener);
    return remove.call(this, type, listener, ...rest);
  };`;

const clocks = (page: Page) => page.evaluate<number>('clocks.size');

test('an interrupted render of the calendar leaves no clock running', async ({ page, server }) => {
  await page.addInitScript(countClocks);
  await signInAsSecretary(page.context(), server.url);
  await page.goto(`${server.url}/main/settings`);
  const lookAtMeetings = async (meanwhile?: () => Promise<void>) => {
    await page.getByRole('link', { name: 'Встречи', exact: true }).click();
    await meanwhile?.();
    await expect(page.getByRole('grid').locator('[data-stop-meeting]').first()).toBeVisible();
    const counted = await clocks(page);
    await page.getByRole('link', { name: 'Настройки', exact: true }).click();
    await expect(page.getByLabel('Телефон')).toBeVisible();
    return counted;
  };
  const during = await lookAtMeetings();
  const after = await clocks(page);
  expect(during).toBeGreaterThan(after);

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (let round = 0; round < 4; round += 1) {
    // An urgent update comes between the pieces, so React discards what it has rendered so far.
    await lookAtMeetings(async () => {
      await page.evaluate(async () => {
        for (let at = 0; at < 40; at += 1) {
          const key = at % 2 ? 'Escape' : '?';
          (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          await new Promise((resolve) => setTimeout(resolve, 8));
        }
      });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });
  }
  await devtools.send('HeapProfiler.collectGarbage');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  // Fewer, where something of the first visit was still active when they were counted.
  await expect.poll(() => clocks(page)).toBeLessThanOrEqual(after);
});
