import { expect, type Page } from '@playwright/test';
import { openFiles } from '#tests/support/app-steps.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { everyScreen } from '#tests/support/every-screen.ts';
import { openAs } from '#tests/support/session-steps.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** Returns the address of one of the demo's protocols. */
async function addressOf(url: string, name: string): Promise<string> {
  return (await everyScreen(url)).find((each) => each.name === name)?.address ?? '';
}

test('axe finds nothing in a final protocol, its versions and its reopening', async ({ browser, server: { url } }) => {
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  await page.goto(await addressOf(url, 'protocol-final'));
  await openFiles(page);
  const versions = page.getByRole('list', { name: 'Версии' });
  await versions.getByText('Контрольные суммы SHA-256').first().click();
  await expectAccessible(page, 'a final protocol with its sums');
  await versions
    .getByRole('link', { name: /^Версия/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'К протоколу' })).toBeVisible();
  await expectAccessible(page, 'a version that is read');
  await page.getByRole('button', { name: 'К протоколу' }).click();
  await button(page, 'Другие действия').click();
  await page.getByRole('menuitem', { name: /^Открыть для изменений/ }).click();
  await dialog(page).getByRole('button', { name: 'Открыть для изменений' }).click();
  await expect(dialog(page).getByLabel('Причина')).toHaveAccessibleDescription(/\S/);
  await expectAccessible(page, 'a final protocol that is opened again without a reason');
  await context.close();
});
