import { expect, type Page } from '@playwright/test';

const named = new Set(['button', 'link', 'heading', 'tab', 'dialog', 'textbox', 'combobox', 'checkbox', 'menuitem']);

/** Expects that no script was injected, nothing is wider than the screen, and every control or link has a name. */
export async function expectSound(page: Page, where: string): Promise<void> {
  await expectInPlace(page, where);
  await expectNamed(page, where);
}

/** Expects that no script was injected, and nothing is wider than the screen. */
export async function expectInPlace(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: (window as { hit?: number }).hit,
    made: document.querySelectorAll('img[onerror], svg[onload], main script').length,
    beyond: document.documentElement.scrollWidth - window.innerWidth,
    outside: [...document.querySelectorAll(':is(main, nav, [role="dialog"]) :is(a, button, input, textarea, select)')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        if (width <= 2 || each.closest('[class*="visually-hidden"]')) return false;
        if (left >= -1 && right <= window.innerWidth + 1) return false;
        // In a strip that scrolls by itself it can be reached by a swipe.
        for (let box = each.parentElement; box && box !== document.body; box = box.parentElement)
          if (box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX === 'auto') return false;
        return true;
      })
      .map((each) => `${each.tagName} ${each.textContent?.slice(0, 40)}`),
  }));
  expect.soft(found, where).toEqual({ hit: undefined, made: 0, beyond: Math.min(found.beyond, 0), outside: [] });
}

/** Expects every control and link to have a name. */
export async function expectNamed(page: Page, where: string): Promise<void> {
  expect(await nameless(page), where).toEqual([]);
}

/** Returns the elements that a screen reader would reach without a name. */
async function nameless(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  return nodes
    .filter(({ ignored, role }) => !ignored && named.has(role?.value))
    .filter(({ name }) => !/\S/.test(name?.value ?? ''))
    .map(({ role }) => role?.value);
}
