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

/** Chooses an item of the menu «Документы» of the shown protocol. */
export async function takeDocument(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Документы' }).press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
}

/** Opens the versions, the mails and the file of the recording; Escape leads back. */
export function openFiles(page: Page): Promise<void> {
  return takeDocument(page, filesItem);
}

/** Item of that menu which opens them. */
export const filesItem = /^Версии/;

/** Makes a protocol through its form, from wherever the page is; resolves with its id, on its screen. */
export async function createProtocolInApp(page: Page, title: string): Promise<string> {
  await page.getByRole('link', { name: 'Протоколы' }).first().click();
  await page.getByRole('link', { name: 'Новый протокол' }).click();
  await page.getByLabel('Название').fill(title);
  await page.getByRole('button', { name: 'Создать протокол' }).click();
  await expect(page).toHaveURL(/\/main\/protocols\/(?!add)[^/]+$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Chooses a person by the keyboard: types a part of the name, goes down, takes it. */
export async function choosePerson(page: Page, field: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field, exact: true });
  await box.focus();
  await page.keyboard.type(name);
  await expect(page.locator('[role=listbox] [role=option]', { hasText: name }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
}
