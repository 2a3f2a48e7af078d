import type { Page } from '@playwright/test';

/**
 * Returns targets that are smaller than 24 CSS pixels in one direction and have another target within 12 pixels of
 * their centre (WCAG 2.2, 2.5.8). Links within a sentence have the height of their line.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 24;
    const pressed = 'a[href], button, input, select, textarea, summary, [role="button"], [role="gridcell"][tabindex]';
    const targets = [...document.querySelectorAll<HTMLElement>(pressed)]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'))
      .map((element) => ({ element, box: whole(element) }))
      .filter(({ element, box }) => box.width > 2 && box.height > 2 && !isUnseen(element));
    return targets
      .filter(({ element, box }) => isSmall(box) && !isInSentence(element))
      .flatMap(({ element, box }) => {
        const near = targets.find((other) => isOther(element, other.element) && isNear(box, other.box));
        return near ? [`${name(element)} (${box.width | 0}×${box.height | 0}) beside ${name(near.element)}`] : [];
      });

    /** Whether an element is visible only to screen readers. */
    function isUnseen(element: Element): boolean {
      for (let each: Element | null = element; each; each = each.parentElement)
        if (getComputedStyle(each).clipPath === 'inset(50%)') return true;
      return false;
    }

    /** Returns the box of a target: a field can also be pressed by its label. */
    function whole(element: HTMLElement): DOMRect {
      const label = element.closest('label');
      const box = element.getBoundingClientRect();
      return label && box.width > 2 ? label.getBoundingClientRect() : box;
    }

    function isSmall({ width, height }: DOMRect): boolean {
      return Math.min(width, height) < least - 0.5;
    }

    function isInSentence(element: HTMLElement): boolean {
      if (getComputedStyle(element).display !== 'inline') return false;
      const around = element.parentElement?.textContent?.trim() ?? '';
      return around.length > (element.textContent?.trim() ?? '').length;
    }

    function isOther(one: Element, other: Element): boolean {
      return !one.contains(other) && !other.contains(one) && isFixed(one) === isFixed(other);
    }

    /**
     * Whether an element is in a fixed bar: the page scrolls under it, so it is near other targets only for a moment.
     */
    function isFixed(element: Element): boolean {
      for (let each: Element | null = element; each; each = each.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return true;
      return false;
    }

    /** A circle of 24 pixels around the middle of the one meets the other, or the circle of another small one. */
    function isNear(one: DOMRect, other: DOMRect): boolean {
      const [x, y] = [one.x + one.width / 2, one.y + one.height / 2];
      if (isSmall(other)) {
        const far = Math.hypot(x - other.x - other.width / 2, y - other.y - other.height / 2);
        if (far < least - 0.5) return true;
      }
      const aside = Math.max(other.left - x, 0, x - other.right);
      const apart = Math.max(other.top - y, 0, y - other.bottom);
      return Math.hypot(aside, apart) < least / 2 - 0.5;
    }

    function name(element: HTMLElement): string {
      const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `${element.tagName} «${words.trim().slice(0, 40)}»`;
    }
  });
}
