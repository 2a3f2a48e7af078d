/** Two seconds: a slow device takes its time to open a form. */
const frames = 120;
/** What opens takes the focus to its own first field, a moment after it is drawn: the target has it once it keeps it. */
const steadyFrames = 5;

/**
 * Leads the focus to a target, and brings it into view, as soon as it is on the page and can take it: in a form that
 * opens, behind a tab that is being shown, after a dialog that closes. Without motion, for everybody. A person who
 * presses anything meanwhile is left alone.
 */
export function focusWhenThere(target: () => HTMLElement | null | undefined): void {
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
      found.scrollIntoView?.({ block: isTall(found) ? 'start' : 'center' });
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

/** A modal question holds the focus until it is gone. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="alertdialog"]') !== null;
}

function isTall({ offsetHeight }: HTMLElement): boolean {
  return offsetHeight > window.innerHeight / 2;
}
