/** Keys with a Latin character on a Russian keyboard, and what the Russian layout types with them. */
const latin = 'qwertyuiop[]asdfghjklzxcvbnm/';
const russian = 'йцукенгшщзхъфывапролдячсмить.';

/**
 * Returns the name of a key press as shortcuts use it: a lower-case Latin letter, a digit, or one of `? / [ ]`;
 * undefined for any other. The typed character decides; where the layout has no such character, as in the Russian one,
 * the position of the key does.
 */
export function keySign({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string | undefined {
  // The name of a key, or a dead key that combines with the next one.
  if ([...key].length !== 1) return undefined;
  const typed = key.toLowerCase();
  if (/[\d?/[\]]/.test(typed)) return typed;
  if (code === 'Slash' && typed in besideShift) return besideShift[typed];
  // Only Shift counts; Caps Lock changes nothing.
  if (shiftKey) return undefined;
  if (/[a-z]/.test(typed)) return typed;
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  return letter?.toLowerCase() ?? digit ?? (/\p{L}/u.test(typed) ? brackets[code] : undefined);
}

/**
 * Returns the name of a key press with its modifiers: `ctrl+z`, `ctrl+shift+z`; Command counts as Ctrl. Without Ctrl it
 * is `keySign`.
 */
export function pressSign(press: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>) {
  if (!press.ctrlKey && !press.metaKey) return keySign(press);
  const { key, code, shiftKey } = press;
  const sign = keySign({ key, code, shiftKey: false });
  return sign && `ctrl+${shiftKey ? 'shift+' : ''}${sign}`;
}

const besideShift: Record<string, string> = { '.': '/', ',': '?' };
const brackets: Record<string, string> = { BracketLeft: '[', BracketRight: ']' };

/** Returns the Russian letter on a key: «П» on G; undefined where there is none. */
export function russianCap(sign: string): string | undefined {
  return russian[latin.indexOf(sign)]?.toUpperCase();
}
