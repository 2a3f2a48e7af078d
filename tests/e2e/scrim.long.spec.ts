import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

for (const theme of ['light', 'dark'] as const)
  test(`the area of the scroll bar is as dim as the page behind a dialog, in ${theme}`, async ({ browser, server }) => {
    const context = await openAs(browser, server.url, 'secretary');
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    // On a page shorter than the screen the bottom must not be dimmed twice either.
    await page.goto('/main/settings/keywords');
    await expect(page.getByRole('list', { name: 'Ключевые слова' }).getByRole('listitem').first()).toBeVisible();
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Сочетания клавиш' })).toBeVisible();
    await expectDim(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('q');
    await expect(page.getByRole('dialog', { name: 'Очередь отправки' })).toBeVisible();
    await page.setViewportSize({ width: 1366, height: 900 });
    // Between the menu and the words: the list may be long, by what other tests add to it.
    await expectDim(page, 96);
    await context.close();
  });

/** Beside the dialog the page's background is drawn as its last column of pixels, the strip of the scroll bar. */
async function expectDim(page: Page, x = 1340): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const ground = await colourAt(page, x, 20);
  for (const y of [20, height - 2]) {
    const strip = await colourAt(page, width - 2, y);
    for (const [part, value] of strip.entries()) expect(Math.abs(value - (ground[part] ?? 0))).toBeLessThanOrEqual(2);
  }
  expect(await colourAt(page, x, height - 2)).toEqual(ground);
}

/** Returns red, green and blue of a drawn pixel. */
async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  const picture = (await page.screenshot({ clip: { x, y, width: 1, height: 1 } })).toString('base64');
  return page.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas?.drawImage(image, 0, 0);
    return [...(canvas?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [])];
  }, picture);
}
