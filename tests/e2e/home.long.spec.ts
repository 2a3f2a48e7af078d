import { expect } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

test('the first screen shows deadlines, keeps its ranges, and works offline from the cache', async ({
  context,
  server,
  trouble,
}) => {
  const page = await signInAsSecretary(context, server.url);
  const due = page.getByRole('list', { name: 'Сроки поручений' });
  await expect(due.getByRole('listitem').first()).toBeVisible();
  await expect(due).toContainText('Просрочено');
  // The days are those of the person's own zone.
  const counted = page.waitForRequest(
    /\/stats\/secretary\/meetings\?start_date_at=\d{4}-\d\d-01T00%3A00%3A00%2B03%3A00/,
  );
  await page.getByRole('button', { name: 'Месяц', exact: true }).click();
  await counted;
  await page.getByRole('button', { name: 'Следующий месяц' }).click();
  await page
    .getByRole('application', { name: /Календарь встреч/ })
    .getByRole('button', { name: / 15 / })
    .click();
  await expect(page).toHaveURL(/date=.*-15.*range=month|range=month.*date=.*-15/);
  const heading = (await page.locator('#day-plan').textContent()) ?? '';
  await page.reload();
  await expect(page.locator('#day-plan')).toHaveText(heading);
  await expect(page.getByRole('button', { name: 'Месяц', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page).not.toHaveURL(/date=/);

  await expect(due.getByRole('listitem').first()).toBeVisible();
  const totals = page.getByRole('region', { name: 'Всего у вас' });
  const keywords = totals.getByRole('listitem').filter({ hasText: /ключев/ });
  const before = Number.parseInt((await keywords.textContent()) ?? '', 10);
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Настройки' }).first().click();
  await page.getByRole('link', { name: 'Ключевые слова' }).click();
  await page.getByLabel('Новое ключевое слово').fill('метель');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Главная' }).first().click();
  await expect(page.getByText(/Показаны данные от \d\d:\d\d/)).toBeVisible();
  await expect(due.getByRole('listitem').first()).toBeVisible();
  await expect(keywords).toHaveText(new RegExp(`^${before + 1} `));
  await expect(page.getByRole('region', { name: 'Ждёт отправки' })).toContainText('метель');
  expect(trouble).toEqual([]);
});

test('the first screen does not shift while it loads', async ({ context, server }) => {
  const page = await signInAsSecretary(context, server.url);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/api/{meetings,protocols,stats}**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('list', { name: 'Сроки поручений' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Загрузка...' })).toHaveCount(0);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});
