import { type BrowserContext, expect, type Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { test as standTest } from '#tests/support/e2e-stand.ts';
import { openAs } from '#tests/support/session-steps.ts';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
type Frame = { scheme: string; ground: string; frame: string[] };

const frame: Record<Theme, string> = { light: '#fbfaf8', dark: '#121417' };

const opposite = (theme: Theme): Theme => (theme === 'light' ? 'dark' : 'light');

/** From now on every page that opens here notes what it is about to paint, frame by frame, from its first one on. */
async function noteFrames(context: BrowserContext, theme: Theme): Promise<void> {
  await context.addInitScript((chosen) => {
    localStorage.setItem('theme', chosen);
    const frames: Frame[] = [];
    Object.assign(window, { frames_: frames });
    const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const paper = () => {
      if (!pixel || !document.body) return 'none';
      pixel.fillStyle = getComputedStyle(document.body).backgroundColor;
      pixel.fillRect(0, 0, 1, 1);
      return `#${[...pixel.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    };
    const note = () => {
      const colours = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
      frames.push({
        scheme: getComputedStyle(document.documentElement).colorScheme,
        ground: paper(),
        frame: colours.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content),
      });
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  }, theme);
}

async function expectOnly(page: Page, theme: Theme, where: string): Promise<void> {
  const frames = await page.evaluate(() => (window as unknown as { frames_: Frame[] }).frames_);
  const seen = new Set(frames.map((each) => JSON.stringify(each)));
  expect(
    [...seen].map((each) => JSON.parse(each)),
    where,
  ).toEqual([{ scheme: theme, ground: frame[theme], frame: [frame[theme]] }]);
}

test('no frame of any page shows the system’s theme where a person chose the other', async ({ browser, server }) => {
  const pages = [
    { who: 'nobody', address: '/login', heading: 'Вход' },
    { who: 'secretary', address: '/main/protocols', heading: 'Протоколы' },
    { who: 'secretary', address: '/main/settings', heading: 'Настройки' },
  ] as const;
  for (const theme of themes)
    for (const { who, address, heading } of pages) {
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

test('the page names the shell to whoever is signed in, and to nobody else', async ({ browser, server }) => {
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

test('the empty sheet has the chosen theme before any style of the app is there', async ({ page, server }) => {
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

standTest('without a network the app starts in the chosen theme too', async ({ stand }) => {
  const context = await stand.browser.start();
  const page = await signInAsSecretary(context, stand.proxy.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${stand.proxy.url}/main/protocols`);
  await expect(page.getByRole('heading', { level: 1, name: 'Протоколы' })).toBeVisible();
  await stand.server.stop();
  for (const theme of themes) {
    const again = await context.newPage();
    await noteFrames(context, theme);
    await again.emulateMedia({ colorScheme: opposite(theme) });
    await again.goto(`${stand.proxy.url}/main/protocols`);
    await expect(again.getByRole('heading', { level: 1, name: 'Протоколы' })).toBeVisible();
    await expectOnly(again, theme, `offline in ${theme}`);
    await again.close();
  }
});

test('a theme that is chosen colours the frame around the page at once', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'external');
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/main/settings');
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
