import type { Page } from '@playwright/test';

/** A control up to this height, in pixels, has to be visible completely; of a taller one only its caret. */
const wholeUpTo = 160;

/**
 * Returns why the focus, or the caret in it, is not completely visible; undefined where it is. The page scrolls to the
 * caret a frame after the key, on a busy machine some frames later: only what stays for 40 frames is returned.
 */
export function caretInSight(page: Page): Promise<string | undefined> {
  return page.evaluate(async (most) => {
    for (let look = 1; ; look += 1) {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const fault = faultOfFocus();
      if (!fault || look === 20) return fault;
    }

    function faultOfFocus(): string | undefined {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return undefined;
      const words = focused.getAttribute('aria-label') ?? labelOf(focused) ?? focused.textContent ?? '';
      const name = `${focused.tagName} «${words.trim().slice(0, 40)}»`;
      const drawn = isHiddenBox(focused) ? (focused.labels?.[0] ?? focused) : focused;
      const whole = drawn.getBoundingClientRect();
      const fault = whole.height <= most ? faultOf(whole, focused) : undefined;
      if (fault) return `${name} ${fault}`;
      const caret = caretOf(focused);
      const other = caret && faultOf(caret, focused);
      return other && `the caret of ${name} ${other}`;
    }

    function faultOf(box: DOMRect, focused: Element): string | undefined {
      // Differences of less than a pixel come from rounding.
      if (box.top < -1 || box.bottom > window.innerHeight + 1)
        return `stands at ${Math.round(box.top)} to ${Math.round(box.bottom)} of ${window.innerHeight}`;
      for (const x of [0.1, 0.5, 0.9])
        for (const y of [0.1, 0.5, 0.9]) {
          const cover = coverAt(box.left + box.width * x, box.top + box.height * y, focused);
          if (cover) return `is behind ${cover.tagName}.${cover.getAttribute('class')}`;
        }
      return undefined;
    }

    /** Returns the fixed element that covers this point and does not contain the focus. */
    function coverAt(x: number, y: number, focused: Element): Element | undefined {
      for (let each = document.elementFromPoint(x, y); each && !each.contains(focused); each = each.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return each;
      return undefined;
    }

    function caretOf(element: Element): DOMRect | undefined {
      if (element instanceof HTMLTextAreaElement) return caretOfArea(element);
      if (!(element instanceof HTMLElement) || !element.isContentEditable) return undefined;
      const range = getSelection()?.getRangeAt(0);
      const [rect] = range?.getClientRects() ?? [];
      const inside = range?.startContainer;
      return rect ?? (inside instanceof Element ? inside.getBoundingClientRect() : undefined);
    }

    /**
     * Measures the caret of a text area, which browsers do not report: its text up to the caret is rendered once more.
     */
    function caretOfArea(area: HTMLTextAreaElement): DOMRect {
      const copy = document.createElement('div');
      const style = getComputedStyle(area);
      for (const property of style) copy.style.setProperty(property, style.getPropertyValue(property));
      const { top, left, width } = area.getBoundingClientRect();
      Object.assign(copy.style, { position: 'fixed', top: `${top - area.scrollTop}px`, left: `${left}px` });
      Object.assign(copy.style, { width: `${width}px`, height: 'auto', maxHeight: 'none', visibility: 'hidden' });
      copy.style.whiteSpace = 'pre-wrap';
      copy.textContent = area.value.slice(0, area.selectionEnd);
      const mark = document.createElement('span');
      mark.textContent = '\u200b';
      copy.append(mark);
      document.body.append(copy);
      const rect = mark.getBoundingClientRect();
      copy.remove();
      return rect;
    }

    function labelOf(element: Element): string | undefined {
      return 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined;
    }

    function isHiddenBox(element: Element): element is HTMLInputElement {
      return element instanceof HTMLInputElement && /checkbox|radio|file/.test(element.type);
    }
  }, wholeUpTo);
}
