import { type CDPSession, expect, type Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

/** Counts the elements that the page still holds after a garbage collection. */
async function elementsHeld(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN;
}

/** Leaves a form while its field is losing the focus, during the transition of its colours. */
async function leaveForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Ключевые слова' }).click();
  await page.getByLabel('Новое ключевое слово').click();
  await page.getByRole('link', { name: 'Профиль и приложение' }).click();
  await expect(page.getByLabel('Телефон')).toBeVisible();
}

test('leaving a screen again and again leaks no elements', async ({ context, server }) => {
  const page = await signInAsSecretary(context, server.url);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.getByRole('link', { name: 'Настройки' }).click();
  for (let round = 0; round < 2; round += 1) await leaveForm(page);
  const before = await elementsHeld(devtools);
  for (let round = 0; round < 6; round += 1) await leaveForm(page);
  // One screen of keywords has about two hundred elements.
  await expect.poll(() => elementsHeld(devtools)).toBeLessThan(before + 200);
});
