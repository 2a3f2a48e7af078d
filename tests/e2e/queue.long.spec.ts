import { expect, type Page } from '@playwright/test';
import { createKeyword, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

const field = (page: Page) => page.getByLabel('Новое ключевое слово');
const indicator = (page: Page) => page.getByRole('button', { name: /Открыть очередь отправки$/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Очередь отправки' });

async function add(page: Page, name: string): Promise<void> {
  await field(page).fill(name);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('');
}

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test('offline mutations are listed in the queue, sent once online, and a refused one needs a decision', async ({
  page,
  context,
  server,
}) => {
  await signInAsSecretary(context, server.url);
  await expect(indicator(page)).toHaveAccessibleName(/^На связи\. Подключение есть, всё отправлено/);
  await page.getByRole('link', { name: 'Настройки' }).click();
  await page.getByRole('link', { name: 'Ключевые слова' }).click();
  await add(page, 'план в очереди');
  await expect(page.getByText('Добавлено: план в очереди')).toBeAttached();

  await context.setOffline(true);
  await expect(indicator(page)).toHaveAccessibleName(/^Нет связи/);
  await expect(page.getByText('Вы офлайн. Изменения сохраняются на устройстве')).toBeVisible();
  await add(page, 'срок в очереди');
  // Added on another device meanwhile, which is noticed only when online.
  await createKeyword(server.url, await signIn(server.url), 'смета в очереди');
  await add(page, 'смета в очереди');
  await expect(indicator(page)).toHaveAccessibleName(/Ждут отправки: 2\sизменения/);

  await indicator(page).press('Enter');
  const waiting = panel(page).getByRole('list', { name: 'Очередь отправки' });
  await expect(waiting).toContainText('Новое ключевое слово «срок в очереди»Нет подключения · отправится само');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(indicator(page)).toBeFocused();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1366, height: 768 });

  await context.setOffline(false);
  await expect(indicator(page)).toHaveAccessibleName(/^Внимание\. Нужно ваше решение: 1\sизменение\./);
  await indicator(page).click();
  await expect(panel(page)).toContainText('Такое ключевое слово уже есть');
  await expect(panel(page)).not.toContainText('срок в очереди');
  await expect(panel(page).getByRole('link', { name: 'Исправить' })).toHaveAttribute(
    'href',
    /^\/main\/settings\/keywords\?write=/,
  );
  await panel(page).getByRole('button', { name: 'Удалить' }).click();
  const question = page.getByRole('alertdialog', { name: 'Удалить неотправленное?' });
  await question.getByRole('button', { name: 'Удалить' }).click();
  await expect(panel(page)).toContainText('Всё отправлено');
  await page.keyboard.press('Escape');
  await expect(page.getByText('срок в очереди')).toBeVisible();
  await expect(indicator(page)).toHaveAccessibleName(/^На связи/);
});
