import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { test } from '#tests/support/bare-page.ts';

const required = 'Поле обязательно для заполнения';

test('axe finds nothing in the forms for those who are not signed in, also with errors', async ({ page, provider }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByText(required)).toHaveCount(2);
  await expectAccessible(page, 'the sign-in with empty fields');
  await page.getByLabel('E-mail').fill('secretary@example.ru');
  await page.getByLabel('Пароль', { exact: true }).fill('не тот');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByText('Логин или пароль не подходят')).toBeVisible();
  await expectAccessible(page, 'the sign-in that was refused');

  await page.goto('/change-password');
  await page.getByRole('button', { name: /ссылку/ }).click();
  await expect(page.getByText(required)).toBeVisible();
  await expectAccessible(page, 'an empty request for a link');
  await page.getByLabel('E-mail').fill('secretary@example.ru');
  await page.getByRole('button', { name: /ссылку/ }).click();
  await expect(page.getByRole('button', { name: 'Отправлено' })).toBeVisible();
  await expectAccessible(page, 'a request for a link that was sent');

  const secrets = ['Новый пароль', 'Подтвердите новый пароль'];
  await page.goto('/change-password/path?token=bad&email=secretary%40example.ru');
  for (const [place, name] of secrets.entries()) await page.getByLabel(name, { exact: true }).fill(`12345${place}`);
  await page.getByRole('button', { name: 'Сбросить пароль' }).click();
  await expect(page.getByText('Пароли должны совпадать')).toBeVisible();
  await expectAccessible(page, 'two passwords that differ');
  for (const name of secrets) await page.getByLabel(name, { exact: true }).fill('новый-пароль');
  await page.getByRole('button', { name: 'Сбросить пароль' }).click();
  await expect(page.getByText('Ссылка устарела')).toBeVisible();
  await expectAccessible(page, 'a link that is too old');
  expect(provider.complaints).toEqual([]);
});
