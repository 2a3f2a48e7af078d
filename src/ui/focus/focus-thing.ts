import { focusWhenThere } from './focus-when-there.ts';

/** Half a second: what comes back is drawn by then wherever the screen shows it. */
const frames = 30;

/** Leads the focus to a thing that came back, wherever the screen shows it; to the heading of one that does not. */
export function focusThing(id: string): void {
  let left = frames;
  focusWhenThere(() => {
    left -= 1;
    return placeOf(id) ?? (left < 0 ? document.querySelector('h1') : undefined);
  });
}

/** Marked with `data-thing`, else the link that leads to it. */
function placeOf(id: string): HTMLElement | null {
  const name = CSS.escape(id);
  const path = CSS.escape(encodeURIComponent(id));
  const thing = document.querySelector<HTMLElement>(`main [data-thing="${name}"], main a[href*="${path}"]`);
  if (thing?.matches('a[href], button')) return thing;
  return thing?.querySelector<HTMLElement>('a[href], button') ?? thing;
}
