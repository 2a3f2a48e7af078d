import { expect, type Page } from '@playwright/test';

const named = new Set(['button', 'link', 'heading', 'tab', 'dialog', 'textbox', 'combobox', 'checkbox', 'menuitem']);

/** Nothing runs, nothing is wider than the screen, and everything that can be used or leads has a name. */
export async function expectSound(page: Page, where: string): Promise<void> {
  await expectInPlace(page, where);
  await expectNamed(page, where);
}

/** Nothing runs, and nothing is wider than the screen. */
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
        // In a strip that scrolls by itself it is a swipe away.
        for (let box = each.parentElement; box && box !== document.body; box = box.parentElement)
          if (box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX === 'auto') return false;
        return true;
      })
      .map((each) => `${each.tagName} ${each.textContent?.slice(0, 40)}`),
  }));
  expect.soft(found, where).toEqual({ hit: undefined, made: 0, beyond: Math.min(found.beyond, 0), outside: [] });
}

/** Everything that can be used or leads has a name. */
export async function expectNamed(page: Page, where: string): Promise<void> {
  expect(await nameless(page), where).toEqual([]);
}

/** What a screen reader would come to without a word for it. */
async function nameless(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  return nodes
    .filter(({ ignored, role }) => !ignored && named.has(role?.value))
    .filter(({ name }) => !/\S/.test(name?.value ?? ''))
    .map(({ role }) => role?.value);
}
