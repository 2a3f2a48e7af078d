import { expect, type Page } from '@playwright/test';
import { laptop, phone } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { expectOnly, frame, noteFrames, opposite, themes } from '#tests/support/first-frames.ts';
import { byLevel } from '#tests/support/level.ts';
import { openAs } from '#tests/support/session-steps.ts';

test('no frame of any page shows the system’s theme where a person chose the other', async ({ browser, server }) => {
  const pages = [
    { who: 'nobody', address: '/login', heading: 'Вход' },
    { who: 'secretary', address: '/main/protocols', heading: 'Протоколы' },
    { who: 'secretary', address: '/main/settings', heading: 'Настройки' },
  ] as const;
  // A signed-in person sees the same parts on every page.
  for (const theme of themes)
    for (const { who, address, heading } of pages.slice(0, byLevel(2, 3))) {
      const context = await openAs(browser, server.url, who);
      await noteFrames(context, theme);
      const page = await context.newPage();
      await page.emulateMedia({ colorScheme: opposite(theme) });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expectOnly(page, theme, `${address} in ${theme}`);
      await context.close();
    }
});

test('the page preloads the shell for whoever is signed in, and for nobody else', async ({ browser, server }) => {
  const named = async (who: 'nobody' | 'secretary', address: string) => {
    const context = await openAs(browser, server.url, who);
    const page = await context.newPage();
    await page.goto(`${server.url}${address}`);
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('head link')].map(
        (link) => `${link.getAttribute('rel')} ${link.getAttribute('href')}`,
      ),
    );
    await context.close();
    return links.filter((link) => link.includes('preload') && link.includes('/signed-in-'));
  };
  expect(await named('nobody', '/login')).toEqual([]);
  expect(await named('secretary', '/main/protocols')).toEqual([
    expect.stringMatching(/^modulepreload .*\.js$/),
    expect.stringMatching(/^preload .*\.css$/),
  ]);
});

test('the frame of the sign-in is painted before any script has come, and stays where it is', async ({
  browser,
  server,
}) => {
  const words = (page: Page) => page.getByText('Работает и без сети');
  for (const viewport of [laptop, phone]) {
    const context = await browser.newContext({ baseURL: server.url, viewport });
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(words(page)).toBeVisible();
    // Until its style has come nothing is painted, and the words stand where no style puts them.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const before = await words(page).boundingBox();
    // Nothing can be typed into it, and no screen reader reads it twice.
    await expect(page.getByRole('complementary')).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
    await expect(words(page)).toHaveCount(1);
    expect(await words(page).boundingBox()).toEqual(before);
    await context.close();
  }
  const context = await openAs(browser, server.url, 'secretary');
  const page = await context.newPage();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/main/protocols');
  await expect(words(page)).toBeHidden();
  await context.close();
});

test('where the browser denies the site its storage the page says what to do', async ({ page, server }) => {
  const words = page.getByText('Браузер запрещает этому сайту хранить данные');
  await page.goto(`${server.url}/login`);
  await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
  await expect(words).toBeHidden();
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: denied });
  });
  await page.goto(`${server.url}/login`);
  await expect(words).toBeVisible();
});

test('the empty page has the chosen theme before any style of the app loads', async ({ page, server }) => {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: opposite(theme) });
    await page.goto(`${server.url}/head.js`);
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.route('**/assets/*.{js,css}', (route) => route.abort());
    await page.goto(`${server.url}/login`);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('normal');
    const canvas = await page.evaluate(() => {
      const sheet = document.body.appendChild(document.createElement('div'));
      sheet.style.background = 'Canvas';
      return getComputedStyle(sheet).backgroundColor;
    });
    expect(canvas, theme).toBe(theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(18, 18, 18)');
    await page.unroute('**/assets/*.{js,css}');
  }
});

test('a chosen theme colours the browser frame around the page at once', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'external');
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/main/settings?tab=profile');
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    );
  for (const [title, colour] of [
    ['Тёмная', frame.dark],
    ['Светлая', frame.light],
    ['Как в системе', frame.light],
  ] as const) {
    await page.getByRole('group', { name: 'Тема' }).getByRole('radio', { name: title }).check();
    expect(await shown()).toEqual([colour]);
  }
  await context.close();
});
