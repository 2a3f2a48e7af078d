import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createProtocolInApp, openFiles, signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';

test('a final protocol reopened with a reason gets a second version, and the first PDF stays as it was', async ({
  stand,
}) => {
  const { server } = stand;
  const page = await signInAsSecretary(await stand.browser.start(), server.url);
  await createProtocolInApp(page, 'Совещание о ремонте линии');
  const versions = page.getByRole('list', { name: 'Версии' });
  await signOff(page);
  await openFiles(page);
  await expect(versions.getByRole('listitem')).toHaveCount(1);
  const first = await downloaded(page, 1);
  await page.keyboard.press('Escape');

  await test.step('it is opened with a reason, renamed and signed off again', async () => {
    await page.getByRole('button', { name: 'Другие действия' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Открыть для изменений…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Причина').fill('Ошибка в названии');
    await dialog.getByRole('button', { name: 'Открыть для изменений' }).press('Enter');
    await expect(dialog).toBeHidden();
    await openFiles(page);
    await expect(versions).toContainText('Ошибка в названии');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Изменить данные' }).press('Enter');
    await page.getByLabel('Название').fill('Совещание о замене линии');
    await page.getByRole('button', { name: 'Сохранить', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Совещание о замене линии' })).toBeVisible();
    // The form closes once the server has it: before, the next move asks to save first.
    await expect(page.getByLabel('Название')).toBeHidden();
    await makeFinal(page);
  });

  await openFiles(page);
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  const again = await downloaded(page, 1);
  expect(again.equals(first)).toBe(true);
  const second = await downloaded(page, 2);
  expect(await textOf(again)).toContain('о ремонте линии');
  expect(await textOf(second)).toContain('о замене линии');

  await test.step('the sums on the screen are those of the files', async () => {
    const [newest, oldest] = [versions.getByRole('listitem').nth(0), versions.getByRole('listitem').nth(1)];
    for (const [item, file] of [
      [newest, second],
      [oldest, first],
    ] as const) {
      await item.getByText('Контрольные суммы SHA-256').click();
      await expect(item.getByText(createHash('sha256').update(file).digest('hex'))).toBeVisible();
    }
  });

  await test.step('the first one is read on the screen as it was signed off, and left again', async () => {
    const link = page.getByRole('link', { name: 'Версия 1, читать' });
    await link.press('Enter');
    await expect(page.getByRole('heading', { name: 'Версия 1, не действует' })).toBeFocused();
    await expect(page.getByRole('heading', { level: 3, name: 'Совещание о ремонте линии' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Совещание о замене линии' })).toBeVisible();
    await page.getByRole('button', { name: 'К протоколу' }).press('Enter');
    await expect(page.getByRole('heading', { level: 3, name: 'Совещание о ремонте линии' })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

async function signOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Завершить', exact: true }).press('Enter');
  await makeFinal(page);
}

async function makeFinal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Сформировать итоговый протокол' }).press('Enter');
  await page.getByRole('button', { name: 'Сформировать', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Изменить данные' })).toBeHidden();
}

async function downloaded(page: Page, edition: number): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Версия ${edition}: скачать PDF` }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Протокол.*\.pdf$/);
  return readFile(await download.path());
}

async function textOf(pdf: Buffer): Promise<string> {
  return (await readPdf(pdf)).pages.map((page) => page.text.replaceAll('\u00a0', ' ')).join('\n');
}
