import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { chromiumPath } from '#tests/support/browser-process.ts';
import { moment } from './moment.ts';
import { type Shot, sizes } from './shot.ts';

/** Time limit of one step on a busy machine. */
const patience = 120_000;

/** `expect` with that time limit. */
export const see = expect.configure({ timeout: patience });

/** A browser for pictures: its pages have the time of the pictures, and no animations. */
export class Studio {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #sessions = new Map<Role, Promise<[string, string][]>>();
  #darkroom: Promise<Page> | undefined;

  private constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  static async open(url: string): Promise<Studio> {
    const devices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
    const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...devices];
    return new Studio(await chromium.launch({ executablePath: chromiumPath(), args }), url);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /** Opens a separate page in which this person is signed in. */
  async enter(who: Role | 'nobody', { size = 'laptop', isDark = false }: Shot): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      viewport: sizes[size],
      deviceScaleFactor: size === 'phone' ? 1.5 : 1,
      hasTouch: size === 'phone',
      isMobile: size === 'phone',
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(patience);
    await context.clock.setFixedTime(moment);
    await context.addInitScript(fillGutter);
    if (who !== 'nobody') await this.#signIn(context, who);
    return context.newPage();
  }

  async #signIn(context: BrowserContext, who: Role): Promise<void> {
    const session = this.#sessions.get(who) ?? this.#sessionOf(who);
    this.#sessions.set(who, session);
    await context.addInitScript(
      (items) => {
        for (const [key, value] of items) localStorage.setItem(key, value);
      },
      await session,
    );
  }

  async #sessionOf(who: Role): Promise<[string, string][]> {
    const token = await signIn(this.#url, { email: `${who}@example.ru`, password: 'protokol' });
    const { data } = await getJson<{ data: { id: string } }>(this.#url, token, '/me');
    return Object.entries({ token, role: who, user_id: data.id });
  }

  /** Takes a picture of the window, as WebP. */
  async take(page: Page): Promise<Buffer> {
    await settled(page);
    await toastIsGone(page);
    return this.develop(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  }

  /** Converts a PNG to WebP in the browser, which needs no other program. */
  async develop(png: Buffer, quality = 0.85): Promise<Buffer> {
    this.#darkroom ??= this.#browser.newPage();
    const darkroom = await this.#darkroom;
    const base64 = await darkroom.evaluate(
      async ({ source, quality }) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
        const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
        return canvas.toDataURL('image/webp', quality).split(',', 2)[1] ?? '';
      },
      { source: png.toString('base64'), quality },
    );
    return Buffer.from(base64, 'base64');
  }
}

/** Waits until the toast is gone: otherwise the machine's speed would decide whether it is in the picture. */
export async function toastIsGone(page: Page): Promise<void> {
  await see(page.locator('[class*="toaster"] > button')).toHaveCount(0);
}

/** Removes the space reserved for scrollbars, which are not drawn: it would stay empty beside overlays. */
function fillGutter(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { scrollbar-gutter: auto }');
  document.adoptedStyleSheets = [sheet];
}

/** Waits until nothing is loading: neither data nor fonts nor pictures. */
export async function settled(page: Page): Promise<void> {
  await see(page.getByLabel('Загрузка...').filter({ visible: true })).toHaveCount(0);
  await see(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}
