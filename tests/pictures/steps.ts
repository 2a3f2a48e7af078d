import type { Locator, Page } from '@playwright/test';
import { see } from './studio.ts';

/** Second of the demo's recording at which the first decision is made. */
const decided = 27.5;

/** Stops the player at this moment, with its frame loaded; beside a document the player may be collapsed. */
export async function stopAt(page: Page, seconds = decided): Promise<void> {
  const video = page.locator('main video');
  await see(video).toBeAttached();
  await video.evaluate(async (element: HTMLVideoElement, at) => {
    element.muted = true;
    element.preload = 'auto';
    element.pause();
    const isThere = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    element.currentTime = at;
    await isThere;
  }, seconds);
}

/** Opens a menu and chooses an item. */
export async function choose(page: Page, menu: string, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

export async function openTab(page: Page, name: string | RegExp): Promise<Locator> {
  await page.getByRole('tab', { name }).click();
  const panel = page.getByRole('tabpanel', { name });
  await see(panel).toBeVisible();
  return panel;
}

/** Opens a question of the agenda for writing. */
export async function writeQuestion(page: Page, position: number): Promise<Locator> {
  await choose(page, `Действия: вопрос ${position}`, 'Изменить');
  const form = page.getByRole('form', { name: `Вопрос ${position}` });
  await see(form.getByLabel('Слушали')).toBeVisible();
  return form;
}

/** Returns the dialog with this name, once it is open. */
export async function dialog(page: Page, name: string): Promise<Locator> {
  const found = page.getByRole('dialog', { name });
  await see(found).toBeVisible();
  return found;
}

/** Waits for the files of a final version, which the server makes at the first request. */
export async function filesAreMade(page: Page): Promise<void> {
  await choose(page, 'Документы', /^Версии/);
  await see(page.getByText('Контрольные суммы SHA-256').first()).toBeVisible();
  await page.keyboard.press('Escape');
}
