import { isFreePress } from './is-free-press.ts';
import { pressSign } from './key-sign.ts';
import type { Shortcut } from './shortcuts.ts';

/** How long the second key of two may be in coming. */
const pauseMs = 2_000;
const modifiers = ['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta'];

/** Runs the shortcuts that hold when their keys are pressed. Returns the end of it. */
export function followKeys(shortcuts: () => readonly Shortcut[]): () => void {
  let begun: { sign: string; at: number } | undefined;

  const press = (event: KeyboardEvent) => {
    // A key that is held down is one press, and Shift on its way to «?» is none.
    if (event.repeat || modifiers.includes(event.key)) return;
    const first = begun && event.timeStamp - begun.at < pauseMs ? begun.sign : undefined;
    begun = undefined;
    const sign = isFreePress(event) ? pressSign(event) : undefined;
    if (sign === undefined) return;
    const known = shortcuts();
    const keys = first === undefined ? sign : `${first} ${sign}`;
    const found = known.find((each) => each.keys === keys && (each.isReady?.() ?? true));
    if (!found && !known.some((each) => each.keys.startsWith(`${sign} `))) return;
    // A field that takes the focus must not get the sign, nor the browser's own search.
    event.preventDefault();
    if (found) found.run();
    else begun = { sign, at: event.timeStamp };
  };

  // On the document, after everything on the page had its chance to take the press.
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
