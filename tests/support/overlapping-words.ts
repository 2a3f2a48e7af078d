import type { Page } from '@playwright/test';

/** Returns words of the page itself that overlap other words: each pair once. */
export function overlappingWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Tolerated overlap: more than the space that a line has above and below its letters. */
    const most = 5;
    // A question out of sight is not laid out: it has an assumed height, which its words may exceed unseen.
    const seen = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };
    const words: { text: string; box: DOMRect; element: Element }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!element || !text || !element.checkVisibility(seen)) continue;
      if (element.closest('.visually-hidden, svg, [inert], option, title')) continue;
      if (isLifted(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const part = seenPart(element, box);
        if (part) words.push({ text, box: part, element });
      }
    }
    const found = new Set<string>();
    for (const [place, { text, box, element }] of words.entries())
      for (const other of words.slice(place + 1)) {
        if (other.element === element) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > most) found.add(`«${text.slice(0, 40)}» on «${other.text.slice(0, 40)}»`);
      }
    return [...found];

    /** Whether the element floats above the page, so that it covers words on purpose. */
    function isLifted(element: Element): boolean {
      for (let each: Element | null = element; each; each = each.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return true;
      return false;
    }

    /** Returns the part of the box that the surrounding boxes do not clip. */
    function seenPart(element: Element, box: DOMRect): DOMRect | undefined {
      let { left, top, right, bottom } = box;
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(each);
        const edge = each.getBoundingClientRect();
        if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : undefined;
    }
  });
}
