import { expect, type Page } from '@playwright/test';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { expectAccessibleAsIs, laptop, phone } from '#tests/support/axe.ts';
import { chromiumPath } from '#tests/support/browser-process.ts';
import { test } from '#tests/support/e2e-page.ts';
import { recordedProtocol } from '#tests/support/recorded-protocol.ts';
import { openAs } from '#tests/support/session-steps.ts';

// There are devices; each test decides whether they may be used.

test.use({
  launchOptions: {
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--use-fake-device-for-media-stream'],
  },
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Запись встречи' });
const panel = (page: Page) => page.getByRole('region', { name: 'Запись встречи' });

test('a refused microphone is reported with the way out, and records once it is granted', async ({
  browser,
  server: { url },
}) => {
  const id = await createProtocol(url, await signIn(url), 'Протокол без разрешения');
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  await page.goto(`/main/protocols/${id}`);
  await page.getByRole('button', { name: 'Записать' }).click();
  await dialog(page).getByRole('button', { name: 'Только микрофон' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Доступ к микрофону запрещён.');
  await expectAccessibleAsIs(page, 'a refused microphone');
  await context.grantPermissions(['microphone', 'camera']);
  await dialog(page).getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(dialog(page).getByText('Уровень звука')).toBeVisible();
  await expect(dialog(page).getByRole('alert')).toBeEmpty();
  await dialog(page).getByRole('button', { name: 'Начать запись' }).click();
  await expect(panel(page)).toContainText('Идёт запись');
  await context.close();
});

for (const size of [laptop, phone]) {
  test(`axe finds nothing before, during and after a recording that a revoked permission ends, ${size.width} wide`, async ({
    browser,
    server: { url },
  }) => {
    const id = await createProtocol(url, await signIn(url), 'Протокол, который записывают');
    const context = await openAs(browser, url, 'secretary');
    await context.grantPermissions(['microphone', 'camera']);
    const page = await context.newPage();
    await page.setViewportSize(size);
    const show = async () => {
      if (size === phone) await page.getByRole('tab', { name: 'Видео' }).click();
    };
    await page.goto(`/main/protocols/${id}`);
    await show();
    await page.getByRole('button', { name: 'Записать' }).click();
    await expect(dialog(page).getByLabel('Изображение с камеры')).toBeVisible();
    await expect(dialog(page)).toContainText('Места хватит');
    await expectAccessibleAsIs(page, 'before a recording');
    await dialog(page).getByRole('button', { name: 'Начать запись' }).click();
    await expect(panel(page)).toBeFocused();
    await expect(panel(page)).toContainText('Идёт запись');
    await expect(panel(page).getByRole('timer')).not.toHaveText('0:00');
    await expectAccessibleAsIs(page, 'a recording');
    await panel(page).getByRole('button', { name: 'Удалить' }).click();
    const question = page.getByRole('alertdialog', { name: 'Удалить запись?' });
    await question.getByRole('button', { name: 'Продолжить запись' }).click();
    if (size === phone) {
      await page.getByRole('tab', { name: 'Протокол' }).click();
      await expect(page.getByText('Идёт запись.')).toBeVisible();
      await expectAccessibleAsIs(page, 'a recording behind a tab');
    }
    await context.clearPermissions();
    await expect(page.getByText('Микрофон или камера отключились, и запись остановилась.').first()).toBeVisible();
    await show();
    const left = page.getByRole('region', { name: 'Незаконченная запись' });
    await expect(left.getByRole('alert')).toHaveText('Микрофон или камера отключились, и запись остановилась.');
    await expectAccessibleAsIs(page, 'a recording that ended by itself');
    await page.goto('/main/home');
    await expect(page.getByRole('link', { name: 'К протоколу с записью' })).toBeVisible();
    await expectAccessibleAsIs(page, 'home, which tells of a recording');
    await context.close();
  });
}

test('where a recording exists the recorder says, before and while recording, that the new one follows', async ({
  browser,
  server: { url },
}) => {
  const { id } = await recordedProtocol(url);
  const context = await openAs(browser, url, 'secretary');
  await context.grantPermissions(['microphone', 'camera']);
  const page = await context.newPage();
  await page.goto(`/main/protocols/${id}`);
  await page.getByRole('button', { name: /^Документы/ }).click();
  await page.getByRole('menuitem', { name: /файл записи/i }).click();
  await page.getByRole('button', { name: 'Записать' }).click();
  const words = 'станет следующей частью';
  await expect(dialog(page)).toContainText(words);
  await expect(dialog(page).getByText('Уровень звука')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Начать запись' }).click();
  await expect(panel(page)).toContainText(words);
  await panel(page).getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить запись' }).click();
  await expect(panel(page)).toHaveCount(0);
  await context.close();
});
