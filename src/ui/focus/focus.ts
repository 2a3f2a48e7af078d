/** Number of frames to wait, about two seconds: a slow device needs time to open a form. */
const frames = 120;
/** Frames for which the target must keep the focus: what opens first focuses its own first field, a moment later. */
const steadyFrames = 5;

/**
 * Moves the focus to a target, and scrolls it into view, as soon as it is on the page and can take the focus: in a form
 * that opens, behind a tab that is being shown, after a dialog that closes. Always without animation. Stops as soon as
 * the person presses anything.
 * @param bring scrolls to the target, where something other than the page scrolls
 */
export function focusWhenThere(
  target: () => HTMLElement | null | undefined,
  bring: (found: HTMLElement) => void = bringIntoView,
): void {
  const over = new AbortController();
  let left = frames;
  let kept = 0;
  const look = () => {
    if (over.signal.aborted) return;
    left -= 1;
    const found = isDialogOpen() ? undefined : target();
    kept = found?.contains(document.activeElement) ? kept + 1 : 0;
    if (found && kept === 0) {
      found.focus({ preventScroll: true });
      bring(found);
    }
    if (left === 0 || kept === steadyFrames) over.abort();
    requestAnimationFrame(look);
  };
  for (const press of ['pointerdown', 'keydown'] as const) {
    const stop = (event: Event) => {
      // The key that triggered this may still be held down.
      if (!(event instanceof KeyboardEvent && event.repeat)) over.abort();
    };
    document.addEventListener(press, stop, { capture: true, signal: over.signal });
  }
  requestAnimationFrame(look);
}

function bringIntoView(found: HTMLElement): void {
  found.scrollIntoView?.({ block: isTall(found) ? 'start' : 'center' });
}

/** Whether a modal question is open, which keeps the focus until it is closed. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="alertdialog"]') !== null;
}

function isTall({ offsetHeight }: HTMLElement): boolean {
  return offsetHeight > window.innerHeight / 2;
}

/** Number of frames to wait, about half a second: a restored thing is rendered by then if the screen shows it. */
const thingFrames = 30;

/** Focuses a restored thing wherever the screen shows it, or else the heading. */
export function focusThing(id: string): void {
  let left = thingFrames;
  focusWhenThere(() => {
    left -= 1;
    return placeOf(id) ?? (left < 0 ? document.querySelector('h1') : undefined);
  });
}

/** Returns the element marked with `data-thing`, or the link that leads to the thing. */
function placeOf(id: string): HTMLElement | null {
  const name = CSS.escape(id);
  const path = CSS.escape(encodeURIComponent(id));
  const thing = document.querySelector<HTMLElement>(`main [data-thing="${name}"], main a[href*="${path}"]`);
  if (thing?.matches('a[href], button')) return thing;
  return thing?.querySelector<HTMLElement>('a[href], button') ?? thing;
}

/** Ref for an error message, which scrolls it into view wherever it is in a long form. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' });
}

/**
 * Scrolls a field reached by the Tab key into view together with its label. In a field with text, Chromium scrolls only
 * to the caret and ignores `scroll-margin`. Returns a function that stops it.
 */
export function showTabbedFields(): () => void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  let isTab = false;
  const note = (event: Event) => {
    isTab = event instanceof KeyboardEvent && event.key === 'Tab';
  };
  // Not after a pointer press: it would select the text that moves under the pointer.
  for (const press of ['keydown', 'pointerdown'] as const) document.addEventListener(press, note, options);
  document.addEventListener(
    'focusin',
    ({ target }) => {
      // The fields of a question scroll themselves into view in the next frame.
      if (!isTab || !(target instanceof HTMLElement) || target.matches('[data-place]')) return;
      if (target.matches('input, textarea') && !isTall(target)) target.scrollIntoView?.({ block: 'nearest' });
    },
    options,
  );
  return () => over.abort();
}

/** Attribute of a field with a typed name that does not identify a person yet. */
export const unchosenNameAttribute = 'data-unchosen-name';

/**
 * Focuses a field of a form whose typed name does not identify a person; sending the form would lose it. Returns false
 * where there is none.
 */
export function focusUnchosenName(form: Element): boolean {
  const field = form.querySelector<HTMLElement>(`[${unchosenNameAttribute}]`);
  field?.focus();
  return field !== null;
}
