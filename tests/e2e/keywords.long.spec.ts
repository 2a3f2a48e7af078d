import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';

test('keywords are added, renamed, deleted and brought back by the keyboard alone', async ({
  page,
  server,
  trouble,
}) => {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('E-mail').fill('secretary@example.ru');
  await page.getByLabel('Пароль', { exact: true }).fill('protokol');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/home$/);
  await page.goto(`${server.url}/main/settings/keywords`);
  const list = page.getByRole('list', { name: 'Ключевые слова' });
  const field = page.getByLabel('Новое ключевое слово');
  await expect(list.getByRole('listitem').first()).toBeVisible();
  const before = await list.getByRole('listitem').count();

  await field.focus();
  await page.keyboard.type('Ёмкость склада');
  await page.keyboard.press('Enter');
  await expect(list.getByText('Ёмкость склада', { exact: true })).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type('ведомость');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(before + 2);
  await page.keyboard.type('емкость  СКЛАДА');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Такое ключевое слово уже есть');
  await expect(field).toHaveValue('емкость  СКЛАДА');
  await field.fill('');

  await list.getByRole('button', { name: 'Переименовать: ведомость' }).press('Enter');
  await expect(list.getByLabel('Новое название: ведомость')).toBeFocused();
  await page.keyboard.type('ведомость объёмов');
  await page.keyboard.press('Enter');
  const renamed = list.getByRole('button', { name: 'Переименовать: ведомость объёмов' });
  await expect(renamed).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(list.getByRole('button', { name: 'Удалить: ведомость объёмов' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: 'Вернуть' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(renamed).toBeFocused();
  for (const name of ['ведомость объёмов', 'Ёмкость склада']) {
    await list.getByRole('button', { name: `Удалить: ${name}` }).press('Enter');
    await expect(list.getByText(`Удалено: «${name}»`)).toBeVisible();
    await expect(list.getByRole('button', { name: `Вернуть: ${name}` })).toBeFocused();
  }
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(before);
  await expect(list.getByText(/ведомость|Ёмкость/)).toHaveCount(0);
  expect(trouble).toEqual([]);
});
