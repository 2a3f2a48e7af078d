import type { Page } from '@playwright/test';

/** Number of turns of a fast wheel from the top to the end. */
const turns = 80;

/** Scrolls from the top to the bottom with the wheel. */
export async function scrollByWheel(page: Page): Promise<void> {
  await toTop(page);
  await page.mouse.move(400, 500);
  while (!(await isAtEnd(page))) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.mouse.wheel(0, Math.max(400, height / turns));
    await frame(page);
  }
}

/** From the top by fifty presses of PageDown, then to the end: as a person does who looks for the end of a list. */
export async function scrollByKeys(page: Page): Promise<void> {
  await toTop(page);
  for (let press = 0; press < 50; press += 1) {
    await page.keyboard.press('PageDown');
    await frame(page);
  }
  // Rows measured on arrival move the end further down.
  while (!(await isAtEnd(page))) {
    await page.keyboard.press('End');
    await frame(page);
  }
}

async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await frame(page);
}

function isAtEnd(page: Page): Promise<boolean> {
  return page.evaluate(() => innerHeight + scrollY >= document.documentElement.scrollHeight - 2);
}

function frame(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
