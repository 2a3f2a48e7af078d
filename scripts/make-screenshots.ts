import { mkdir, writeFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';

// Takes public/screenshots/*.webp, which browsers show when they offer to install the app:
// `APP_URL=http://127.0.0.1:3000 node scripts/make-screenshots.ts`, while `npm start` serves the demo data there.
const url = process.env.APP_URL ?? 'http://127.0.0.1:3000';
const folder = new URL('../public/screenshots/', import.meta.url);
const forms = {
  wide: { viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 },
  // A telephone shows them on a high-density screen.
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
type Device = (typeof forms)[keyof typeof forms];
const screens = {
  home: async (page: Page) => page.goto('/main/home'),
  protocol: async (page: Page) => {
    await page.goto('/main/protocols?stage=success_video_process');
    await page
      .getByRole('link', { name: /бюджет/ })
      .first()
      .click();
    await page.waitForURL(/\/main\/protocols\/[^/?]+$/);
    await page
      .locator('video')
      .first()
      .evaluate((video: HTMLVideoElement) => {
        video.currentTime = 40;
      });
  },
  meetings: async (page: Page) => page.goto('/main/meetings'),
};

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const [form, device] of Object.entries(forms)) await takeAll(browser, form, device);
} finally {
  await browser.close();
}

async function takeAll(from: Browser, form: string, device: Device): Promise<void> {
  const look = { colorScheme: 'light', reducedMotion: 'reduce', locale: 'ru-RU', timezoneId: 'Europe/Moscow' } as const;
  const context = await from.newContext({ baseURL: url, serviceWorkers: 'block', ...look, ...device });
  context.setDefaultTimeout(120_000);
  await context.clock.setFixedTime(workMorning());
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('secretary@example.ru');
  await page.getByLabel('Пароль', { exact: true }).fill('protokol');
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.waitForURL('**/main/home');
  for (const [name, open] of Object.entries(screens)) {
    await open(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(isDrawn);
    await writeFile(new URL(`${name}-${form}.webp`, folder), await take(page));
  }
  await context.close();
}

/** Returns today, or on a weekend the next Monday: a day with meetings. */
function workMorning(): Date {
  const day = new Date();
  while (day.getDay() % 6 === 0) day.setDate(day.getDate() + 1);
  day.setHours(9, 40);
  return day;
}

/** Runs in the page: whether everything has loaded, pictures and fonts included. */
function isDrawn(): boolean {
  const waits = document.querySelector('[aria-busy="true"], [role="status"][aria-label], .fc-loading');
  const media = [...document.querySelectorAll('video')].every((each) => each.readyState > 1 && !each.seeking);
  const pictures = [...document.images].every(({ complete }) => complete);
  const names = !document.body.textContent.includes('Имя ещё не загружено');
  return !waits && names && media && pictures && document.fonts.status === 'loaded';
}

/** Playwright itself writes no WebP: the browser turns one into the other. */
async function take(page: Page): Promise<Buffer> {
  const png = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage();
  const webp = await blank.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.82);
  }, png);
  await blank.close();
  return Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
}
