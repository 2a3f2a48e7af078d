import { expect, type Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

/** Opens the first protocol that can be changed, at its members. */
async function openMembers(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/main/protocols?stage=finish`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('tab', { name: /Участники/ }).click();
}

test('somebody from outside is added to a protocol by the keyboard alone', async ({ context, server, trouble }) => {
  const page = await signInAsSecretary(context, server.url);
  await openMembers(page, server.url);
  await page.getByRole('combobox', { name: 'Добавить участника' }).focus();
  await page.keyboard.type('Гостева Анна Юрьевна');
  await page.keyboard.press('Tab');
  await page.getByRole('combobox', { name: 'В качестве' }).selectOption('invited');
  await page.getByRole('button', { name: 'Добавить внешнего' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Новый внешний участник' });
  await expect(dialog.getByLabel('Фамилия, имя, отчество')).toBeFocused();
  await expect(dialog.getByLabel('Фамилия, имя, отчество')).toHaveValue('Гостева Анна Юрьевна');
  await page.keyboard.press('Tab');
  await page.keyboard.type('secretary@example.ru');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/Пользователь с таким e-mail уже есть/);
  await dialog.getByLabel('E-mail').fill('gosteva@example.ru');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Приглашённые' })).toContainText('Гостева Анна Юрьевна');
  expect(trouble).toEqual([]);
});
