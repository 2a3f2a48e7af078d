import type { Locator, Page } from '@playwright/test';

export interface Point {
  x: number;
  y: number;
}

/** A point of what is shown, by its share of the width and of the height: the middle unless told. */
export async function pointOf(shown: Locator, across = 0.5, down = 0.5): Promise<Point> {
  const box = await shown.boundingBox();
  if (!box) throw new Error(`${shown} is not shown`);
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** Presses the mouse at one point, moves it as a hand does, and lets it go at another. */
export async function dragMouse(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** A finger on the page, as the screen itself tells of it: what is a scroll and what is a drag the browser decides. */
export async function putFinger(page: Page, at: Point) {
  const devtools = await page.context().newCDPSession(page);
  const tell = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  let last = at;
  await tell('touchStart', [at]);
  return {
    /** Moves it there in small steps. */
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
