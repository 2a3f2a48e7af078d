import type { Page } from '@playwright/test';

/** Returns words that are cut off at the side or below, with no way to read them completely. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clips = (value: string) => value === 'hidden' || value === 'clip';
    const ownWords = (element: Element) =>
      [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isTold = (element: Element, words: string) => {
      const told = element.closest('[title]')?.getAttribute('title') ?? '';
      return words !== '' && told.replaceAll(/\s+/g, ' ').includes(words.replaceAll(/\s+/g, ' '));
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const own = ownWords(element);
      if (own.length === 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.visually-hidden, svg, [inert], option, title')) continue;
      const range = document.createRange();
      range.setStartBefore(own[0] as Node);
      range.setEndAfter(own.at(-1) as Node);
      const words = range.toString().trim();
      const text = range.getBoundingClientRect();
      if (text.width <= 1 || text.height <= 1) continue;
      for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const { left, right, top, bottom, width, height } = box.getBoundingClientRect();
        // Hidden on purpose: only for screen readers.
        if (width <= 2 || height <= 2) break;
        const aside = clips(style.overflowX) && (text.right > right + 1 || text.left < left - 1);
        const below = clips(style.overflowY) && (text.bottom > bottom + 3 || text.top < top - 3);
        if ((aside || below) && !isTold(element, words)) {
          found.push(`«${words.slice(0, 60)}» in ${box.tagName}.${box.getAttribute('class')}${aside ? ' aside' : ''}`);
          break;
        }
        // Scrollable content can be scrolled into view.
        if (/auto|scroll/.test(style.overflowX + style.overflowY) || style.position === 'fixed') break;
      }
    }
    return found;
  });
}
