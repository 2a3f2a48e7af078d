import type { Page } from '@playwright/test';

/** Returns the elements of this page that are moved by a transition or an animation. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll('*'))
      for (const part of ['', '::before', '::after']) {
        const style = getComputedStyle(element, part);
        if (style.display === 'none' || (part && style.content === 'none')) continue;
        const times = `${style.transitionDuration}, ${style.animationDuration}`.split(', ');
        const moves = times.some((time) => Number.parseFloat(time) > 0) || style.scrollBehavior === 'smooth';
        if (moves) found.add(`${element.tagName}.${element.getAttribute('class')}${part}`);
      }
    return [...found];
  });
}
