/** Encodings of Russian subtitles from older systems, besides Unicode. */
const cyrillic = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const;
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | (typeof cyrillic)[number];

/** Frequency of each letter per thousand in Russian text. */
const often: Record<string, number> = Object.fromEntries(
  'о110 е85 а80 и74 н67 т63 с55 р47 в45 л44 к35 м32 д30 п28 у26 я20 ы19 ь17 г17 з16 б16 ч14 й12 х10 ж9 ш7 ю6 ц5 щ4 э3 ф3'
    .split(' ')
    .map((entry) => [entry[0], Number(entry.slice(1))]),
);

/**
 * Decodes a file of unknown encoding: as Unicode if it is valid, else in the encoding that gives the most plausible
 * Russian text.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes);
}

/** @returns the name of the encoding in `TextDecoder` */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  const marked = byMark(bytes) ?? byPairs(bytes);
  if (marked) return marked;
  if (reads(bytes)) return 'utf-8';
  const scored = (['utf-8', ...cyrillic] as const).map((name) => ({
    name,
    score: likeness(new TextDecoder(name).decode(bytes)),
  }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).name;
}

function byMark([first, second, third]: Uint8Array): TextEncoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * Detects UTF-16 without a byte order mark: every other byte is 0 (Latin) or 4 (Cyrillic), which does not occur in
 * single-byte text.
 */
function byPairs(bytes: Uint8Array): TextEncoding | undefined {
  const high = [0, 0];
  const start = bytes.subarray(0, 100_000);
  for (const [index, byte] of start.entries())
    if (byte === 0 || byte === 4) high[index % 2] = (high[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = high.map((count) => count / Math.max(1, start.length / 2));
  if (odd > 0.7 && even < 0.3) return 'utf-16le';
  if (even > 0.7 && odd < 0.3) return 'utf-16be';
  return undefined;
}

function reads(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns how much a text resembles Russian: the frequency of its letters, minus penalties for what no Russian text
 * has.
 */
function likeness(text: string): number {
  let score = 0;
  let before = '';
  for (const letter of text.slice(0, 100_000)) {
    if (letter > '\u007f') {
      const small = letter.toLowerCase();
      score += often[small] ?? (/[ё№«»—–…\u00a0]/.test(small) ? 0 : -100);
      // A wrong encoding swaps upper and lower case: no Russian word looks like «сМЕТА».
      if (letter !== small && /[а-яё]/.test(before)) score -= 150;
    }
    before = letter;
  }
  return score / Math.max(1, text.length);
}
