import { type BrowserContext, expect, type Page } from '@playwright/test';
import { demoSecretary } from './api-client.ts';

/** Signs the demo secretary in through the form and waits for the first screen. */
export async function signInAsSecretary(context: BrowserContext, url: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(demoSecretary.email);
  await page.getByLabel('Пароль', { exact: true }).fill(demoSecretary.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/main\/home$/);
  return page;
}
