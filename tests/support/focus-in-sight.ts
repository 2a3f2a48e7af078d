import type { Page } from '@playwright/test';

/**
 * The focused element by its words, and why it is not visible: WCAG 2.2, 2.4.11, and 2.4.7 for an element without size.
 */
export interface FocusPlace {
  /** Undefined where the focus has left the page. */
  name: string | undefined;
  fault: string | undefined;
}

export function focusInSight(page: Page): Promise<FocusPlace> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return { name: undefined, fault: undefined };
    const words = focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? '';
    const name = `${focused.tagName} «${words.slice(0, 40)}»`;
    const box = drawn(focused).getBoundingClientRect();
    if (box.width < 3 || box.height < 3 || isUnseen(focused)) return { name, fault: 'is not drawn' };
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const right = Math.min(box.right, window.innerWidth);
    const bottom = Math.min(box.bottom, window.innerHeight);
    if (right - left < 2 || bottom - top < 2) return { name, fault: 'is beyond the screen' };
    const covers = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => coverAt(x, y)));
    const cover = covers.every(Boolean) ? covers[0] : undefined;
    return { name, fault: cover && `is behind ${cover.tagName}.${cover.getAttribute('class')}` };

    /** Returns the fixed bar that covers this point and does not contain the focus. */
    function coverAt(x: number, y: number): Element | undefined {
      const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
      for (let each = hit; each && !each.contains(focused); each = each.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return each;
      return undefined;
    }

    /** Returns the visible element of the focus: an invisible field shows it on its label. */
    function drawn(element: Element): Element {
      return element instanceof HTMLInputElement && /checkbox|radio|file/.test(element.type)
        ? (element.labels?.[0] ?? element)
        : element;
    }

    function isUnseen(element: Element): boolean {
      if (drawn(element) !== element) return false;
      for (let each: Element | null = element; each; each = each.parentElement)
        if (getComputedStyle(each).clipPath === 'inset(50%)') return true;
      return false;
    }
  });
}
