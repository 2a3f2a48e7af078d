import { expect, type Locator, type Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { recordedProtocol } from '#tests/support/recorded-protocol.ts';

const toast = (page: Page) => page.getByRole('button', { name: /Изменения сохраняются на устройстве/ });

/** Returns whether a toast covers part of the element in use, and whether it is itself uncovered. */
async function stands(page: Page, inUse: Locator) {
  const [own, other] = await Promise.all([toast(page).boundingBox(), inUse.boundingBox()]);
  if (!own || !other) throw new Error('One of them is not there');
  const isBeside = own.x >= other.x + other.width || other.x >= own.x + own.width;
  const isApart = own.y >= other.y + other.height || other.y >= own.y + own.height;
  const isSeen = await toast(page).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  return { isFree: isBeside || isApart, isSeen };
}

async function openRecorded(page: Page, serverUrl: string, port: number) {
  const proxy = await FaultProxy.start(port);
  const { id } = await recordedProtocol(serverUrl);
  await signInAsSecretary(page.context(), proxy.url);
  await page.goto(`${proxy.url}/main/protocols/${id}`);
  return proxy;
}

test('a toast does not cover the transcript that is read, and is visible over a full-screen recording', async ({
  page,
  server,
}) => {
  const proxy = await openRecorded(page, server.url, server.port);
  await page.getByRole('tab', { name: 'Расшифровка' }).click();
  const lines = page.getByRole('region', { name: 'Строки расшифровки' });
  await lines.hover();
  proxy.cut();
  await expect(toast(page)).toBeVisible();
  expect(await stands(page, lines)).toEqual({ isFree: true, isSeen: true });

  await test.step('the sheet is written in beside it', async () => {
    await page.getByRole('list', { name: 'Повестка дня' }).getByRole('heading').first().hover();
    const back = page.getByRole('button', { name: /Подключение восстановлено/ });
    proxy.restore();
    await expect(back).toBeVisible();
    proxy.cut();
    await expect(toast(page)).toBeVisible();
    expect(await stands(page, lines)).toEqual({ isFree: true, isSeen: true });
  });

  await test.step('it came before the recording fills the screen', async () => {
    await page.getByRole('button', { name: 'Показать изображение' }).click();
    await page.getByRole('button', { name: 'Во весь экран' }).click();
    await expect(page.getByRole('button', { name: 'Выйти из полного экрана' })).toBeVisible();
    await expect(toast(page)).toBeVisible();
    await expect.poll(async () => (await stands(page, lines)).isSeen).toBe(true);
  });
});

test('on a phone a toast does not cover the bar under the text', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const proxy = await openRecorded(page, server.url, server.port);
  const bar = page.locator('[data-foot]');
  await expect(bar).toBeVisible();
  proxy.cut();
  await expect(toast(page)).toBeVisible();
  expect(await stands(page, bar)).toEqual({ isFree: true, isSeen: true });
});
