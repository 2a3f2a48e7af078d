import { expect, type Locator, type Page } from '@playwright/test';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { openFiles, signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { recordedProtocol } from '#tests/support/recorded-protocol.ts';

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const file = (page: Page) => page.getByText('Добавить запись');
/** Expects that a click would reach it, wherever the page has to be scrolled for that. */
const expectReached = (place: Locator) => place.click({ trial: true });

test('in a low window, as at 200 %, nothing is hidden behind the player', async ({ context, server }) => {
  const { id } = await recordedProtocol(server.url);
  const page = await signInAsSecretary(context, server.url);
  await page.goto(`${server.url}/main/protocols/${id}`);
  for (const [width, height] of [
    [683, 384],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await tab(page, 'Видео').click();
    await expectReached(page.getByRole('button', { name: 'Воспроизвести' }));
    await openFiles(page);
    await expectReached(file(page));
    await expectReached(page.getByRole('button', { name: 'Записать' }));
    await page.keyboard.press('Escape');
    await tab(page, 'Расшифровка').click();
    await expectReached(page.getByRole('region', { name: 'Строки расшифровки' }).getByRole('button').first());
  }

  await test.step('in forced colours a keyword is as readable as the words around it', async () => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const inks = await page
      .locator('mark')
      .first()
      .evaluate((mark) => [mark, mark.parentElement as Element].map((each) => getComputedStyle(each).color));
    expect(inks[0]).toBe(inks[1]);
  });
});

test('on a laptop all tabs fit beside the sheet, and only the sheet is printed', async ({ context, server }) => {
  const { get } = await recordedProtocol(server.url);
  const read = () => get<Protocol[]>('/protocols?stage=success_video_process&limit=15&page=1');
  // The demo's second recording is processed as the server starts.
  await expect.poll(async () => (await read()).length, { timeout: 120_000 }).toBeGreaterThan(1);
  const recorded = await read();
  const page = await signInAsSecretary(context, server.url);
  // A protocol whose summary has proposals.
  await page.goto(`${server.url}/main/protocols/${recorded[1]?.id}`);
  await expect(tab(page, /^Итоги \d/)).toBeVisible();
  const [room, needed] = await page
    .getByRole('tablist')
    .evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
  expect(needed).toBe(room);

  await test.step('what is printed is the sheet', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('tablist')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Перед завершением' })).toBeHidden();
    await expect(page.getByRole('list', { name: 'Повестка дня' })).toBeVisible();
  });
});
