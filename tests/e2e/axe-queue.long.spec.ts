import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

test('axe finds nothing in the queue, in the connection notice, and on error screens', async ({
  browser,
  server: { url },
}) => {
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  await page.goto('/main/protocols');
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
  const queue = page.getByRole('button', { name: /Открыть очередь отправки$/ });
  await queue.click();
  await expect(dialog(page)).toContainText('Всё отправлено');
  await expectAccessible(page, 'the empty queue');
  await page.keyboard.press('Escape');

  await page.goto('/main/settings/keywords');
  const field = page.getByLabel('Новое ключевое слово');
  await expect(field).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole('button', { name: /Вы офлайн/ })).toBeVisible();
  await expectAccessible(page, 'the notice that the connection is gone');
  for (const word of ['без линии', 'второе без линии']) {
    await field.fill(word);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }
  await queue.click();
  await expect(dialog(page).getByRole('list', { name: 'Очередь отправки' })).toContainText('без линии');
  await expectAccessible(page, 'the queue that waits for the line');
  await page.keyboard.press('Escape');
  await page.route('**/api/keywords', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { message: 'Такое ключевое слово уже есть', code: 'keyword_exists' } })
      : route.continue(),
  );
  await context.setOffline(false);
  await expect(queue).toHaveAccessibleName(/Нужно ваше решение/);
  await queue.click();
  await expect(dialog(page).getByRole('link', { name: 'Исправить' }).first()).toBeVisible();
  await expectAccessible(page, 'the queue with what was refused');
  await dialog(page).getByRole('button', { name: 'Удалить' }).first().click();
  await expect(page.getByRole('alertdialog', { name: 'Удалить неотправленное?' })).toBeVisible();
  await expectAccessible(page, 'the question about what was not sent');
  await context.close();

  const lost = await openAs(browser, url, 'secretary', ['token', 'user_id']);
  const other = await lost.newPage();
  await other.route('**/api/me', (route) => route.abort());
  await other.goto('/main/home');
  await expect(other.getByRole('button', { name: 'Повторить' })).toBeVisible();
  await expectAccessible(other, 'a role that is not known');
  await lost.close();

  const broken = await openAs(browser, url, 'secretary');
  const last = await broken.newPage();
  await last.route(/keywords-screen.*\.js|\/api\/health/, (route) => route.abort());
  await last.goto('/main/settings/keywords');
  await expect(last.getByRole('heading', { name: 'Нет подключения к интернету' })).toBeVisible();
  await last.getByText('Технические подробности').click();
  await expectAccessible(last, 'a screen that cannot be drawn');
  await broken.close();
});
