import * as z from 'zod/mini';

/** Of so many strings of digits the type is remembered, a few megabytes; the oldest go first. */
export const mostRemembered = 50_000;

// What a provider sends, by which its identifiers go back as they came. Only the client gets replies: the server, whose
// own identifiers tell their type, remembers nothing of what it is sent.
const digitStrings = new Set<string>();
let hasSentNumbers = false;
let isReply = false;

/**
 * An identifier: a string inside, a string or an integer on the wire. Encoding gives it back in the type it came in,
 * since a foreign provider may compare strictly. One that was never seen, or was forgotten, is a number when it looks
 * like one, unless the provider has sent nothing but strings so far.
 */
export const id = z.codec(z.union([z.string().check(z.minLength(1), z.maxLength(255)), z.int()]), z.string(), {
  decode(wire) {
    if (isReply) remember(wire);
    return String(wire);
  },
  encode(inside) {
    return looksLikeNumber(inside) && !isDigitString(inside) ? Number(inside) : inside;
  },
});

export type Id = z.infer<typeof id>;

/** Reads what a provider answered: the types of its identifiers are remembered. Synchronous. */
export function readingReplies<T>(read: () => T): T {
  isReply = true;
  try {
    return read();
  } finally {
    isReply = false;
  }
}

function remember(wire: string | number): void {
  if (typeof wire === 'number') hasSentNumbers = true;
  else if (looksLikeNumber(wire)) {
    digitStrings.delete(wire);
    digitStrings.add(wire);
    const [oldest] = digitStrings;
    if (digitStrings.size > mostRemembered && oldest !== undefined) digitStrings.delete(oldest);
  }
}

function isDigitString(inside: string): boolean {
  return digitStrings.has(inside) || (!hasSentNumbers && digitStrings.size > 0);
}

function looksLikeNumber(text: string): boolean {
  return /^(0|-?[1-9]\d{0,14})$/.test(text);
}
