import { expect, type Locator, type Page } from '@playwright/test';
import { enterAs, test } from '#tests/support/bare-page.ts';

const required = 'Поле обязательно для заполнения';
const textbox = (place: Page | Locator, name: string) => place.getByRole('textbox', { name, exact: true });

/** Told that something must stand in it, and, when nothing does, what is wrong; mended, it is told to be right. */
async function expectRequired(field: Locator, words: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-required', 'true');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(required));
  await field.fill(words);
  await expect(field).not.toHaveAttribute('aria-invalid');
}

test('what must be filled in says so, and says what is wrong, to those who are not signed in', async ({ page }) => {
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

test('what must be filled in says so, and says what is wrong, to a secretary', async ({ page, provider }) => {
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
