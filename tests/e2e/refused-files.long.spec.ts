import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createProtocolInApp, signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';

test('a file that is no recording is refused with a reason at its place, and another can be chosen', async ({
  stand,
}) => {
  const { folder, server, browser } = stand;
  const page = await signInAsSecretary(await browser.start(), server.url);
  await createProtocolInApp(page, 'Планёрка отдела закупок и склада');
  const choose = async (name: string, bytes: Uint8Array | string) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    await page.getByLabel('Выбрать видео').setInputFiles(path);
  };

  await choose('пусто.mp4', '');
  await expect(page.getByRole('alert')).toContainText('Файл пуст');
  await choose('письмо.mp4', 'Это письмо, а не видео.'.repeat(100));
  await expect(page.getByRole('alert')).toContainText('Это не видео');

  // It begins like a video, so only the server can find out that it is none.
  const pretended = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'), Buffer.alloc(200_000, 7)]);
  await choose('обман.mp4', pretended);
  const processing = page.getByRole('region', { name: 'Обработка видео' });
  await expect(processing).toContainText(/Файл повреждён|Файл не является видео|У записи нет конца/, {
    timeout: 30_000,
  });
  await expect(processing.getByRole('button', { name: 'Повторить обработку' })).toBeVisible();
  await expect(page.getByLabel('Добавить запись')).toBeAttached();
  await page.getByRole('link', { name: 'Протоколы' }).first().click();
  await expect(page.getByRole('row', { name: 'Планёрка отдела закупок и склада' })).toContainText('Ошибка обработки');
});
