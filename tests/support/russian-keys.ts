import type { CDPSession } from '@playwright/test';

/** The keys of the Russian layout: the letter that each types, by the name of its position. */
const rows: readonly [string, readonly string[]][] = [
  ['ё1234567890-', ['Backquote', ...[...'1234567890'].map((digit) => `Digit${digit}`), 'Minus']],
  ['йцукенгшщзхъ', [...[...'QWERTYUIOP'].map((key) => `Key${key}`), 'BracketLeft', 'BracketRight']],
  ['фывапролджэ', [...[...'ASDFGHJKL'].map((key) => `Key${key}`), 'Semicolon', 'Quote']],
  ['ячсмитьбю.', [...[...'ZXCVBNM'].map((key) => `Key${key}`), 'Comma', 'Period', 'Slash']],
];
const places = new Map(
  rows.flatMap(([typed, codes]) => [...typed].map((sign, at) => [sign, codes[at] ?? ''] as const)),
);
places.set(' ', 'Space');
/** Characters typed with Shift, besides capitals. */
const shifted = new Map(
  Object.entries({ ',': 'Slash', '№': 'Digit3', ':': 'Digit6', '(': 'Digit9', ')': 'Digit0', '/': 'Backslash' }),
);

const keyNumbers: Record<string, number> = {
  ...{ Backquote: 192, Minus: 189, BracketLeft: 219, BracketRight: 221, Semicolon: 186, Quote: 222 },
  ...{ Comma: 188, Period: 190, Slash: 191, Backslash: 220, Space: 32 },
};

/** Types a text by the keys of the Russian layout, each pressed and released. Throws for a character without a key. */
export async function typeByKeys(devtools: CDPSession, text: string, pause: () => Promise<void> = async () => {}) {
  for (const sign of text) {
    const isCapital = sign !== sign.toLowerCase();
    const code = places.get(sign.toLowerCase()) ?? shifted.get(sign);
    if (!code) throw new Error(`No key types ${sign}`);
    const windowsVirtualKeyCode = keyNumbers[code] ?? code.charCodeAt(code.length - 1);
    const modifiers = isCapital || shifted.has(sign) ? 8 : 0;
    const key = { key: sign, code, windowsVirtualKeyCode, modifiers };
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, text: sign, unmodifiedText: sign });
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    await pause();
  }
}
