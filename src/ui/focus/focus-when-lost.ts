/** Five seconds: a slow device takes its time to close a dialog. */
const frames = 300;
const dialogs = '[role="dialog"], [role="alertdialog"]';

/** Only the last call leads: one that still waits would take the focus to where the person was before. */
let last: symbol | undefined;

/**
 * Leads the focus to a target once what held it has left the page: a removed row, a closed dialog. A person who moved on
 * meanwhile is left alone, as is a dialog that was opened since: it gives the focus back by itself.
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
    // What a dialog has made inert takes the focus only when the dialog has let go of the page.
    const isWaiting = lost ? found && document.activeElement !== found : true;
    if (isWaiting && left > 0) requestAnimationFrame(look);
    left -= 1;
  };
  requestAnimationFrame(look);
}

/** Nowhere, or behind an open dialog: one that closes gives the focus back to there when the button in front is gone. */
function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('[aria-hidden="true"], [inert]') !== null;
}

/** The dialog that has the focus. */
function openDialog(): Element | null {
  return document.activeElement?.closest(dialogs) ?? null;
}
