import { expect, type Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

/** Opens the first protocol that can be changed, at its members. */
async function openMembers(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/main/protocols?stage=finish`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('tab', { name: /Участники/ }).click();
}

test('an external participant is added to a protocol by the keyboard alone', async ({ context, server, trouble }) => {
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

test('offline a member’s kind is changed by the keyboard alone, and stays once the connection is back', async ({
  context,
  server,
  trouble,
}) => {
  const page = await signInAsSecretary(context, server.url);
  await openMembers(page, server.url);
  const present = page.getByRole('region', { name: 'Присутствовали' });
  const change = present.getByRole('button', { name: /^Изменить вид участия: / }).first();
  const label = (await change.getAttribute('aria-label')) ?? '';
  const name = label.replace('Изменить вид участия: ', '');
  await change.focus();
  // The menu's code loads at the first focus: it has to be there before the connection is cut.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Отсутствует' });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
  const absent = page.getByRole('region', { name: 'Отсутствовали' });
  await expect(absent).toContainText(name);
  await expect(absent.getByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  await expect(page.getByRole('button', { name: label })).toBeFocused();
  await context.setOffline(false);
  await expect(absent.getByRole('button', { name: 'ожидает отправки' })).toHaveCount(0);
  await page.reload();
  await page.getByRole('tab', { name: /Участники/ }).click();
  await expect(absent).toContainText(name);
  expect(trouble).toEqual([]);
});
