import { expect as base, type Page } from '@playwright/test';
import { test } from '#tests/support/installed-app.ts';
import { readPicture } from '#tests/support/read-picture.ts';

/** A browser that is starting needs more time. */
const expect = base.configure({ timeout: 60_000 });

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
  label?: string;
}

interface Manifest {
  id: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
}

const focused = (page: Page) => page.locator(':focus');

test('the browser finds no error in the manifest and considers the app installable', async ({ stand }) => {
  const { page, proxy, devtools } = stand;
  await stand.ready();
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  expect(url).toBe(`${proxy.url}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  expect(await devtools.send('Page.getAppId')).toMatchObject({ appId: `${proxy.url}/` });
  expect(JSON.parse(data ?? '')).toMatchObject({
    id: '/',
    name: 'Протокол',
    short_name: 'Протокол',
    lang: 'ru',
    scope: '/',
    start_url: '/main',
    display: 'standalone',
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
  });
  const answer = await page.request.get(url);
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringMatching(/^application\/manifest\+json/),
    'cache-control': 'no-cache',
  });
});

test('every picture of the manifest has the type, size and shape that it states', { tag: '@long' }, async ({
  stand,
}) => {
  const { page, devtools } = stand;
  await stand.ready();
  const { data } = await devtools.send('Page.getAppManifest');
  const manifest = JSON.parse(data ?? '') as Manifest;
  const shortcutIcons = manifest.shortcuts.flatMap(({ icons }) => icons);
  for (const { src, sizes, type, purpose } of [...manifest.icons, ...shortcutIcons, ...manifest.screenshots]) {
    await test.step(`${src} ${sizes} ${purpose ?? ''}`, async () => {
      const seen = await readPicture(page, src);
      expect(seen.type).toBe(type);
      if (sizes !== 'any') expect(`${seen.width}x${seen.height}`).toBe(sizes);
      if (purpose === 'any' && sizes !== 'any') expect(seen.isSquareFull).toBe(false);
      // The system cuts its shape out of the background; no part of the letter may lie outside of the safe circle.
      if (purpose === 'maskable') expect([seen.isSquareFull, seen.reach <= 0.8]).toEqual([true, true]);
      // Only the opaque part is drawn, in a colour of the system.
      if (purpose === 'monochrome') expect([seen.hasClearGround, seen.filled > 0.1]).toEqual([true, true]);
    });
  }
  const purposes = manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
  for (const wanted of ['any 192x192', 'any 512x512', 'maskable 512x512', 'monochrome 512x512']) {
    expect(purposes).toContain(wanted);
  }
  for (const form of ['wide', 'narrow']) {
    const shown = manifest.screenshots.filter(({ form_factor }) => form_factor === form);
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(new Set(shown.map(({ sizes }) => sizes)).size).toBe(1);
    for (const { label } of shown) expect(label).toMatch(/^[А-ЯЁ«].*[а-яё»]$/);
  }
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    return (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => path.startsWith('/screenshots/'))).toEqual([]);
  const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect(await readPicture(page, apple ?? '')).toMatchObject({ width: 180, height: 180, isSquareFull: true });
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute('content', 'Протокол');
});

test('the settings offer to install the app when the browser does', { tag: '@long' }, async ({ stand }) => {
  const { page, proxy } = stand;
  await stand.ready();
  await stand.signIn('external');
  await page.goto(`${proxy.url}/main/settings?tab=profile`);
  const card = page.getByRole('region', { name: 'Установка' });
  await expect(card.getByRole('button', { name: 'Установить' })).toBeVisible();
});

test('the installed app starts offline, and its shortcuts open in the existing window', {
  tag: '@long',
}, async ({ stand }) => {
  test.setTimeout(300_000);
  const { context, page, proxy, devtools } = stand;
  await stand.ready();
  await stand.signIn('secretary');
  await page.goto(`${proxy.url}/main/protocols/add`);
  await expect(page.getByLabel('Название')).toBeFocused();
  const manifestId = `${proxy.url}/`;
  const pwa = devtools as unknown as { send(method: string, params: object): Promise<unknown> };
  await pwa.send('PWA.install', { manifestId, installUrlOrBundleUrl: `${proxy.url}/main` });
  const launch = async (path: string) => {
    await pwa.send('PWA.launch', { manifestId, url: `${proxy.url}${path}` });
  };

  await test.step('a cold start offline', async () => {
    proxy.cut();
    await page.goto('about:blank');
    await page.goto(`${proxy.url}/main`);
    await expect(page).toHaveURL(/\/main\/home$/);
    await expect(page.getByText('Нет подключения').first()).toBeVisible();
    for (const [address, field] of [
      ['/main/meetings?new=1&launch=1', 'Название'],
      ['/main/protocols/add?launch=1', 'Название'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`${proxy.url}${address}`);
      await expect(page.getByLabel(field)).toBeFocused();
    }
    proxy.restore();
  });

  await test.step('«Новая встреча» opens its form in the window that is open, and loads nothing anew', async () => {
    await page.goto(`${proxy.url}/main/settings`);
    await expect(page.getByRole('heading', { name: 'Настройки' })).toBeVisible();
    await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
    await launch('/main/meetings?new=1&launch=1');
    await expect(page.getByRole('dialog', { name: 'Новая встреча' })).toBeVisible();
    await expect(page.getByLabel('Название')).toBeFocused();
    await expect(page.locator('html')).toHaveAttribute('data-same', '');
  });

  await test.step('what is typed is asked about first', async () => {
    await page.getByLabel('Название').fill('Совещание, которое пишут');
    await launch('/main/protocols/add?launch=1');
    const question = page.getByRole('alertdialog', { name: 'Закрыть без сохранения?' });
    await question.getByRole('button', { name: 'Вернуться к встрече' }).click();
    await expect(page.getByLabel('Название')).toHaveValue('Совещание, которое пишут');
    await launch('/main/protocols/add?launch=1');
    await question.getByRole('button', { name: 'Закрыть' }).click();
    await expect(page).toHaveURL(/\/main\/protocols\/add\?launch=1$/);
    await expect(focused(page)).toHaveText('Новый протокол');
  });

  await test.step('neither a reload nor the icon itself lead away', async () => {
    await page.getByRole('link', { name: 'Встречи' }).first().click();
    await expect(page.getByRole('heading', { name: 'Встречи' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Встречи' })).toBeVisible();
    await launch('/main');
    await launch('/main/meetings');
    await expect(page).toHaveURL(/\/main\/meetings$/);
    expect(context.pages()).toHaveLength(1);
  });
});
