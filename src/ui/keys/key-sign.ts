/** The keys of a Russian keyboard that bear a Latin sign, and what the Russian layout types there. */
const latin = 'qwertyuiop[]asdfghjklzxcvbnm/';
const russian = 'йцукенгшщзхъфывапролдячсмить.';

/**
 * The sign of a press as shortcuts name it: a small Latin letter, a digit, or one of `? / [ ]`; undefined for any other.
 * What was typed decides. Where the layout has no such sign there, the Russian one above all, the place of the key does.
 */
export function keySign({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string | undefined {
  // The name of a key, or half of a letter that the next press makes whole.
  if ([...key].length !== 1) return undefined;
  const typed = key.toLowerCase();
  if (/[\d?/[\]]/.test(typed)) return typed;
  if (code === 'Slash' && typed in besideShift) return besideShift[typed];
  // Caps Lock is no Shift: it changes nothing.
  if (shiftKey) return undefined;
  if (/[a-z]/.test(typed)) return typed;
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  return letter?.toLowerCase() ?? digit ?? (/\p{L}/u.test(typed) ? brackets[code] : undefined);
}

/**
 * The sign of a press with what is held with it: `ctrl+z`, `ctrl+shift+z`; Command counts as Ctrl. Without Ctrl it is the
 * sign alone.
 */
export function pressSign(press: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>) {
  if (!press.ctrlKey && !press.metaKey) return keySign(press);
  const { key, code, shiftKey } = press;
  const sign = keySign({ key, code, shiftKey: false });
  return sign && `ctrl+${shiftKey ? 'shift+' : ''}${sign}`;
}

const besideShift: Record<string, string> = { '.': '/', ',': '?' };
const brackets: Record<string, string> = { BracketLeft: '[', BracketRight: ']' };

/** What is on the key of a Russian keyboard beside this sign: «П» beside G; undefined where nothing else is. */
export function russianCap(sign: string): string | undefined {
  return russian[latin.indexOf(sign)]?.toUpperCase();
}
