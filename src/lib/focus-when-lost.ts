/** Five seconds: a slow device takes its time to close a dialog. */
const frames = 300;

/**
 * Leads the focus to a target once what held it has left the page: a removed row, a closed dialog. A person who moved on
 * meanwhile is left alone.
 */
export function focusWhenLost(target: () => HTMLElement | null | undefined): void {
  let left = frames;
  const look = () => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost) target()?.focus();
    else if (left > 0) requestAnimationFrame(look);
    left -= 1;
  };
  requestAnimationFrame(look);
}
