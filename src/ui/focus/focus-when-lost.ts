/** Number of frames to wait, about five seconds: a slow device needs time to close a dialog. */
const frames = 300;
const dialogs = '[role="dialog"], [role="alertdialog"]';

/** The latest call; earlier ones end, because they would move the focus to where the person was before. */
let last: symbol | undefined;

/**
 * Moves the focus to a target once the focused element has left the page: a removed row, a closed dialog. Does nothing
 * if the person has moved on, or if a dialog has opened since, which returns the focus by itself.
 */
export function focusWhenLost(target: () => HTMLElement | null | undefined): void {
  let left = frames;
  const own = Symbol();
  last = own;
  const before = openDialog();
  const look = () => {
    if (last !== own) return;
    const now = openDialog();
    if (now && now !== before) return;
    const lost = isLost(document.activeElement);
    const found = lost ? target() : undefined;
    found?.focus();
    // An element made inert by a dialog can take the focus only after the dialog has released the page.
    const isWaiting = lost ? found && document.activeElement !== found : true;
    if (isWaiting && left > 0) requestAnimationFrame(look);
    left -= 1;
  };
  requestAnimationFrame(look);
}

/**
 * Whether the focus is nowhere, or behind an open dialog: a closing dialog returns it there if the button in front is
 * gone.
 */
function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('[aria-hidden="true"], [inert]') !== null;
}

/** Returns the dialog that has the focus. */
function openDialog(): Element | null {
  return document.activeElement?.closest(dialogs) ?? null;
}
