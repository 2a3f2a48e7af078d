import { type BrowserContext, expect, type Page } from '@playwright/test';

export const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
type Frame = { scheme: string; ground: string; frame: string[] };

export const frame: Record<Theme, string> = { light: '#fbfaf8', dark: '#121417' };

export const opposite = (theme: Theme): Theme => (theme === 'light' ? 'dark' : 'light');

/** Makes every page that opens from now on record what it is about to paint, from its first frame on. */
export async function noteFrames(context: BrowserContext, theme: Theme): Promise<void> {
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

export async function expectOnly(page: Page, theme: Theme, where: string): Promise<void> {
  const frames = await page.evaluate(() => (window as unknown as { frames_: Frame[] }).frames_);
  const seen = new Set(frames.map((each) => JSON.stringify(each)));
  expect(
    [...seen].map((each) => JSON.parse(each)),
    where,
  ).toEqual([{ scheme: theme, ground: frame[theme], frame: [frame[theme]] }]);
}
