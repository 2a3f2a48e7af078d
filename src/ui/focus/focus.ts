/** Two seconds: a slow device takes its time to open a form. */
const frames = 120;
/** What opens takes the focus to its own first field, a moment after it is drawn: the target has it once it keeps it. */
const steadyFrames = 5;

/**
 * Leads the focus to a target, and brings it into view, as soon as it is on the page and can take it: in a form that
 * opens, behind a tab that is being shown, after a dialog that closes. Without motion, for everybody. A person who
 * presses anything meanwhile is left alone.
 * @param bring scrolls to it, where the page is not what scrolls
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
      // The key that asked for it may be held down still.
      if (!(event instanceof KeyboardEvent && event.repeat)) over.abort();
    };
    document.addEventListener(press, stop, { capture: true, signal: over.signal });
  }
  requestAnimationFrame(look);
}

function bringIntoView(found: HTMLElement): void {
  found.scrollIntoView?.({ block: isTall(found) ? 'start' : 'center' });
}

/** A modal question holds the focus until it is gone. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="alertdialog"]') !== null;
}

function isTall({ offsetHeight }: HTMLElement): boolean {
  return offsetHeight > window.innerHeight / 2;
}

/** Half a second: what comes back is drawn by then wherever the screen shows it. */
const thingFrames = 30;

/** Leads the focus to a thing that came back, wherever the screen shows it; to the heading of one that does not. */
export function focusThing(id: string): void {
  let left = thingFrames;
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

/** A ref of words that say why something was not done: wherever they stand in a long form, they are seen at once. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' });
}

/**
 * Brings a field that the Tab key leads to into view with its label. Of a field with text Chromium brings the caret alone,
 * without its `scroll-margin`. Returns the end of it.
 */
export function showTabbedFields(): () => void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  let isTab = false;
  const note = (event: Event) => {
    isTab = event instanceof KeyboardEvent && event.key === 'Tab';
  };
  // A press with the pointer would select what moves under it.
  for (const press of ['keydown', 'pointerdown'] as const) document.addEventListener(press, note, options);
  document.addEventListener(
    'focusin',
    ({ target }) => {
      // The places of a question bring themselves into view, in the next frame.
      if (!isTab || !(target instanceof HTMLElement) || target.matches('[data-place]')) return;
      if (target.matches('input, textarea') && !isTall(target)) target.scrollIntoView?.({ block: 'nearest' });
    },
    options,
  );
  return () => over.abort();
}

/** The attribute of a field in which a name was typed that stands for nobody yet. */
export const nobodyAttribute = 'data-nobody';

/** Leads to a typed name of a form that stands for nobody: sent as it is, it would be lost. False where there is none. */
export function leadToNobody(form: Element): boolean {
  const field = form.querySelector<HTMLElement>(`[${nobodyAttribute}]`);
  field?.focus();
  return field !== null;
}
