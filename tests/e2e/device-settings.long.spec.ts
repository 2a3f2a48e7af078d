import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { signInThrough } from '#tests/support/people-steps.ts';
import { openAs } from '#tests/support/session-steps.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

test('a larger text size is kept on the device and applied before the app loads', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'external');
  const page = await context.newPage();
  await page.goto('/main/settings?tab=profile');
  await page.getByRole('radio', { name: 'Очень крупный' }).check();
  expect(await rootSize(page)).toBe('20px');
  // The app's code does not load: what is shown was there before the first paint.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect.poll(() => rootSize(page)).toBe('20px');
  await page.unroute('**/assets/*.js');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Очень крупный' })).toBeChecked();
  for (const [width, height] of [
    [1366, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await context.close();
});

test('the licences are loaded from the build only when somebody opens them', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'external');
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/main/settings?tab=profile');
  const about = card(page, 'О приложении');
  await expect(about).toContainText(/Версия\s*\d+\.\d+\.\d+/);
  expect(asked).not.toContain('/licences.json');
  await about.getByRole('button', { name: 'Лицензии открытых программ' }).click();
  const list = about.getByRole('list', { name: 'Открытые программы' });
  for (const name of ['react-dom', '@tanstack/react-query', 'workbox-precaching', '@fontsource-variable/golos-text']) {
    await expect(list.getByText(new RegExp(`^${name} \\d`))).toHaveCount(1);
  }
  await list.getByText(/^react-dom \d/).click();
  const terms = list.getByText(/Permission is hereby granted, free of charge/).filter({ visible: true });
  await expect(terms).toHaveCount(1);
  expect(asked).toContain('/licences.json');
  await context.close();
});

test('a person changes their own password, and another device has to sign in again', async ({
  page,
  browser,
  server,
}) => {
  const email = 'm.tikhonov@example.ru';
  const other = await (await browser.newContext()).newPage();
  for (const each of [page, other]) {
    await signInThrough(each, server.url, email);
    await expect(each).toHaveURL(/\/main\/home$/);
  }
  await page.goto(`${server.url}/main/settings`);
  const form = card(page, 'Пароль');
  await form.getByLabel('Нынешний пароль').fill('не тот');
  await form.getByLabel('Новый пароль', { exact: true }).fill('пароль-тихонова');
  await form.getByLabel('Подтвердите новый пароль').fill('пароль-тихонова');
  await form.getByRole('button', { name: 'Сменить пароль' }).click();
  await expect(form.getByLabel('Нынешний пароль')).toHaveAccessibleDescription('Это не ваш нынешний пароль');
  await form.getByLabel('Нынешний пароль').fill('protokol');
  await form.getByRole('button', { name: 'Сменить пароль' }).click();
  await expect(form.getByText('Пароль изменён. На других устройствах нужно войти заново.')).toBeVisible();
  await other.goto(`${server.url}/main/protocols`);
  await expect(other).toHaveURL(/\/login$/);
  await signInThrough(other, server.url, email, 'пароль-тихонова');
  await expect(other).toHaveURL(/\/main\/home$/);
  await page.goto(`${server.url}/main/home`);
  await expect(page).toHaveURL(/\/main\/home$/);
  await other.context().close();
});

test('a photo is scaled down before it is sent; an unsuitable file is refused at the field', async ({
  browser,
  server,
}, info) => {
  const context = await openAs(browser, server.url, 'manager');
  const page = await context.newPage();
  await page.goto('/main/settings');
  const field = page.getByLabel(/(Выбрать|Заменить) фото/);
  const choose = (name: string, mimeType: string, buffer: Buffer) => field.setInputFiles({ name, mimeType, buffer });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await choose('рисунок.svg', 'image/svg+xml', svg);
  await expect(field).toHaveAccessibleDescription(/«рисунок\.svg» не подходит/);
  await choose('рисунок.png', 'image/png', svg);
  await expect(field).toHaveAccessibleDescription(/«рисунок\.png» не подходит/);
  // Written to disk: this much data would take long to reach the browser as text.
  const large = info.outputPath('снимок.jpg');
  await writeFile(large, Buffer.alloc(20 * 1024 * 1024, 1));
  await field.setInputFiles(large);
  await expect(field).toHaveAccessibleDescription(/Выберите картинку не больше 15\sМБ/);
  const photo = await drawPhoto(page, 3000, 2000);
  await choose('обрыв.png', 'image/png', photo.subarray(0, 5000));
  await expect(field).toHaveAccessibleDescription(/«обрыв\.png» повреждён/);
  await choose('снимок.png', 'image/png', photo);
  await expect(page.getByLabel('Заменить фото')).toBeAttached();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText(/^Сохранено в /)).toBeVisible();
  const shown = page.locator('main img[src^="/api/users/"]').first();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([768, 512]);
  await context.close();
});

/** Draws noise, a picture that no browser can show before it is completely loaded. */
async function drawPhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [w, h];
      const paper = canvas.getContext('2d') as CanvasRenderingContext2D;
      for (let at = 0; at < 400; at += 1) {
        paper.fillStyle = `hsl(${(at * 47) % 360} 60% 50%)`;
        paper.fillRect((at * 131) % w, (at * 197) % h, 240, 160);
      }
      return canvas.toDataURL('image/png');
    },
    [width, height] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
