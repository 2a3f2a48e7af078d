import type { Locator, Page } from '@playwright/test';

export interface Point {
  x: number;
  y: number;
}

/** Returns a point of an element, by its share of the width and of the height: by default the middle. */
export async function pointOf(shown: Locator, across = 0.5, down = 0.5): Promise<Point> {
  const box = await shown.boundingBox();
  if (!box) throw new Error(`${shown} is not shown`);
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** Presses the mouse at one point, moves it like a hand, and releases it at another. */
export async function dragMouse(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** Puts a finger on the page by touch events, so that the browser decides between scroll and drag. */
export async function putFinger(page: Page, at: Point) {
  const devtools = await page.context().newCDPSession(page);
  const tell = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  let last = at;
  await tell('touchStart', [at]);
  return {
    /** Moves it to this point in small steps. */
    async moveTo(to: Point) {
      const steps = 8;
      for (let step = 1; step <= steps; step += 1) {
        const share = step / steps;
        await tell('touchMove', [{ x: last.x + (to.x - last.x) * share, y: last.y + (to.y - last.y) * share }]);
      }
      last = to;
    },
    async lift() {
      await tell('touchEnd', []);
      await devtools.detach();
    },
  };
}
