import { expect } from '@playwright/test';
import { enterAs, test } from '#tests/support/bare-page.ts';
import { expectRequired, textbox } from '#tests/support/required-field.ts';

test('required fields are marked and name their errors, for a secretary', async ({ page, provider }) => {
  await enterAs(page, provider, 'secretary', '/main/meetings?new=1');
  const dialog = page.getByRole('dialog');
  await expect(textbox(dialog, 'Название')).toBeFocused();
  await dialog.getByRole('button', { name: 'Создать встречу' }).click();
  await expectRequired(textbox(dialog, 'Название'), 'Планёрка');

  await page.goto('/main/protocols/add');
  await page.getByRole('button', { name: 'Создать протокол' }).click();
  await expectRequired(textbox(page, 'Название'), 'Протокол');

  await page.goto('/main/settings/users');
  await page.getByRole('button', { name: 'Добавить внешнего участника' }).click();
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await expectRequired(textbox(dialog, 'Фамилия, имя, отчество'), 'Гостев');
  await expectRequired(textbox(dialog, 'E-mail'), 'gostev@example.ru');

  await page.goto('/main/settings/keywords');
  await page.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expectRequired(textbox(page, 'Новое ключевое слово'), 'смета');

  await page.goto('/main/protocols/105');
  await page.getByRole('button', { name: 'Новое поручение' }).click();
  await page.getByRole('button', { name: 'Добавить поручение' }).click();
  await expectRequired(textbox(page, 'Что сделать'), 'Проверить склад');
});
