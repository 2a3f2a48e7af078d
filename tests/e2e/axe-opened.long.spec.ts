import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleThere } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const required = 'Поле обязательно для заполнения';

test('axe finds nothing in the dialogs and menus over the list of people', async ({ browser, server: { url } }) => {
  const context = await openAs(browser, url, 'admin');
  const page = await context.newPage();
  await page.goto('/main/settings/users');
  await expect(page.getByRole('row', { name: /^Белова/ })).toBeVisible();

  await button(page, 'Добавить пользователя').click();
  await expect(dialog(page).getByLabel('Фамилия, имя, отчество')).toBeFocused();
  await expectAccessible(page, 'a new person');
  await dialog(page).getByRole('button', { name: 'Добавить' }).click();
  await expect(dialog(page).getByText(required)).toHaveCount(2);
  await expectAccessible(page, 'a new person, with what is wrong in the fields');
  await dialog(page).getByLabel('Фамилия, имя, отчество').fill('Абрамова');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Закрыть без сохранения?' })).toBeVisible();
  await expectAccessible(page, 'a new person that would be lost');
  await button(page, 'Закрыть без сохранения').click();

  const row = page.getByRole('row', { name: /^Белова/ });
  await row.getByRole('button', { name: /^Действия/ }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expectAccessibleThere(page, 'the menu of a person');
  await page.getByRole('menuitem', { name: 'Заблокировать' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Заблокировать пользователя?' })).toBeVisible();
  await expectAccessible(page, 'the question about a block');
  await button(page, 'Отмена').click();
  await row.getByRole('button', { name: /^Белова/ }).click();
  await expect(dialog(page).getByLabel('Должность')).toBeVisible();
  await expectAccessible(page, 'a person that is changed');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('никого такого нет');
  await expect(row).toBeHidden();
  await expectAccessible(page, 'a search that finds nobody');
  await context.close();
});

test('axe finds nothing in the forms of the settings and in the help', async ({ browser, server: { url } }) => {
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  await page.goto('/main/settings');
  await button(page, 'Сменить пароль').click();
  await expect(page.getByText(required).first()).toBeVisible();
  await page.getByLabel('Новый пароль', { exact: true }).fill('12345');
  await button(page, 'Лицензии открытых программ').click();
  await expect(page.getByRole('list', { name: 'Открытые программы' })).toBeVisible();
  await expectAccessible(page, 'the settings with what is wrong in a field, and the licences');

  await page.goto('/main/settings/keywords');
  const words = page.getByRole('list', { name: 'Ключевые слова' });
  await words
    .getByRole('button', { name: /^Переименовать/ })
    .first()
    .click();
  await words
    .getByRole('button', { name: /^Удалить/ })
    .last()
    .click();
  await expect(words.getByRole('button', { name: /^Вернуть/ })).toBeVisible();
  await expectAccessible(page, 'a keyword that is renamed, and one that was deleted');

  await page.goto('/main/protocols?search=ничего+такого+нет');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessible(page, 'a search that finds no protocol');
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Сочетания клавиш' })).toBeVisible();
  await expectAccessible(page, 'the help with the keys');
  await context.close();
});
