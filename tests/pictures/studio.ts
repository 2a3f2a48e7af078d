import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { chromiumPath } from '#tests/support/browser-process.ts';
import { moment } from './moment.ts';
import { type Shot, sizes } from './shot.ts';

/** What a busy machine may take for one step. */
const patience = 120_000;

/** `expect` that waits as long. */
export const see = expect.configure({ timeout: patience });

/** Where pictures are taken: a browser whose pages stand at the moment of the pictures and move nothing by themselves. */
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

  /** A page of its own in which this person is signed in. */
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

  /** The picture of a window, as WebP. */
  async take(page: Page): Promise<Buffer> {
    await settled(page);
    await toastIsGone(page);
    return this.develop(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  }

  /** A PNG as WebP, which the browser can make where no other program can. */
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

/** A toast goes by itself: whether it is still there would be left to the speed of the machine. */
export async function toastIsGone(page: Page): Promise<void> {
  await see(page.locator('[class*="toaster"] > button')).toHaveCount(0);
}

/** Scrollbars are not drawn: the room that the page keeps for them is not left empty beside what lies over it. */
function fillGutter(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { scrollbar-gutter: auto }');
  document.adoptedStyleSheets = [sheet];
}

/** Nothing is loading any more: neither data nor letters nor pictures. */
export async function settled(page: Page): Promise<void> {
  await see(page.getByLabel('Загрузка...').filter({ visible: true })).toHaveCount(0);
  await see(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}
