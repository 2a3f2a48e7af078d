import type { Page } from '@playwright/test';

/** Signs somebody in through the form. */
export async function signInThrough(page: Page, url: string, email: string, password = 'protokol'): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
}

/** Opens the list of people, from any signed-in page. */
export async function openUsers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Настройки' }).first().click();
  await page.getByRole('link', { name: 'Пользователи' }).click();
}
