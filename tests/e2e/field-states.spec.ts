import { expect } from '@playwright/test';
import { test } from '#tests/support/bare-page.ts';
import { expectRequired, textbox } from '#tests/support/required-field.ts';

test('required fields are marked and name their errors, for those who are not signed in', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(textbox(page, 'E-mail')).toBeFocused();
  await expectRequired(textbox(page, 'E-mail'), 'secretary@example.ru');
  await expectRequired(page.getByLabel('Пароль', { exact: true }), 'protokol');

  await page.goto('/change-password');
  await page.getByRole('button', { name: /ссылку/ }).click();
  await expect(textbox(page, 'E-mail')).toBeFocused();
  await expectRequired(textbox(page, 'E-mail'), 'secretary@example.ru');

  await page.goto('/change-password/abc?token=abc&email=secretary%40example.ru');
  await page.getByRole('button', { name: 'Сбросить пароль' }).click();
  await expectRequired(page.getByLabel('Новый пароль', { exact: true }), 'новый-пароль');
  await expectRequired(page.getByLabel('Подтвердите новый пароль'), 'новый-пароль');
});

test('passwords can be pasted, shown, and filled in by the browser', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/login');
  const password = page.getByLabel('Пароль', { exact: true });
  await expect(textbox(page, 'E-mail')).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await page.evaluate(() => navigator.clipboard.writeText('Длинный пароль из хранилища'));
  await password.focus();
  await page.keyboard.press('Control+V');
  await expect(password).toHaveValue('Длинный пароль из хранилища');
  await page.getByRole('button', { name: 'Показать' }).press('Enter');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(page.getByRole('button', { name: 'Скрыть' })).toBeFocused();

  await page.goto('/change-password/abc?token=abc&email=secretary%40example.ru');
  for (const name of ['Новый пароль', 'Подтвердите новый пароль']) {
    const field = page.getByLabel(name, { exact: true });
    await expect(field).toHaveAttribute('autocomplete', 'new-password');
    await field.focus();
    await page.keyboard.press('Control+V');
    await expect(field).toHaveValue('Длинный пароль из хранилища');
  }
});
