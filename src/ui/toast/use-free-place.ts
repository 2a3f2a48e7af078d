import { type RefObject, useLayoutEffect } from 'react';
import { freePlace, type ToastPlace } from './free-place.ts';

/** Areas in which somebody works as a whole: a dialog, a tab panel, a form, a bar below the text. */
const panels = '[role="dialog"], [role="alertdialog"], [role="tabpanel"], [data-in-use], form, [data-foot]';

/**
 * Moves a toast to where it covers least of what is in use, before the frame that shows it is laid out. The place is an
 * attribute and no state: it would draw the toast again, and measuring at once would lay out the page in between.
 * @param count number of the toast
 */
export function useFreePlace(ref: RefObject<HTMLElement | null>, count: number, isVisible: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast is a reason to look again
  useLayoutEffect(() => {
    if (!isVisible) return;
    const frame = requestAnimationFrame(() => {
      if (ref.current) ref.current.dataset.place = lookAround(ref.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [ref, count, isVisible]);
}

function lookAround(toast: HTMLElement): ToastPlace {
  const { offsetWidth: width, offsetHeight: height } = toast;
  const look = getComputedStyle(toast).getPropertyValue('--phone') === '1' ? onPhone : onScreen;
  const window = { width: innerWidth, height: innerHeight };
  return freePlace(
    { window, toast: { width, height }, ...look },
    inUse(toast).map((each) => each.getBoundingClientRect()),
  );
}

const onPhone = { gap: 16, foot: 60, start: 16 };
const onScreen = { gap: 24, foot: 0, start: 120 };

/**
 * Returns the elements with the focus or the pointer, the panels around them, and the parts marked as in use or as a
 * bar.
 */
function inUse(toast: HTMLElement): Element[] {
  const pointed = [...document.querySelectorAll(':hover')].at(-1);
  const held = [document.activeElement, pointed].filter(
    (each) => each && each !== document.body && !toast.contains(each),
  );
  const around = held.flatMap((each) => {
    const all: Element[] = [];
    for (let one = each?.closest(panels); one; one = one.parentElement?.closest(panels)) all.push(one);
    return each ? [each, ...all] : all;
  });
  return [...new Set([...around, ...document.querySelectorAll('[data-foot], [data-in-use]')])];
}
