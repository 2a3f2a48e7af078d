/** Where a letter is text, or leads to the row or option that begins with it. */
const writers = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="file"])',
  'textarea',
  'select',
  ...['textbox', 'searchbox', 'combobox', 'spinbutton', 'option', 'menuitem', 'row'].map((role) => `[role="${role}"]`),
].join();

const editable = '[contenteditable]:not([contenteditable="false"])';

/** What floats over a screen and keeps the keys to itself. */
const floating = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`).join();

/** Whether a press belongs to nobody: no text is written, nothing floats over the screen, and it is no way to type a sign. */
export function isFreePress(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.altKey) return false;
  const [target] = event.composedPath();
  if (target instanceof Element && isWriting(target)) return false;
  return document.querySelector(floating) === null;
}

/**
 * Whether what has the focus takes keys for text, or to lead somewhere. A row has the focus itself where letters lead to
 * rows; what stands inside one, a link or a button, does not write.
 */
export function isWriting(target: Element): boolean {
  return target.matches(writers) || target.closest(editable) !== null;
}
