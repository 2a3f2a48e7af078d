import * as z from 'zod/mini';

/** Maximum number of digit strings whose type is remembered, a few megabytes; the oldest are dropped first. */
export const maxRemembered = 50_000;

// Types of the identifiers that a provider sent, so that they are sent back in the same type. Only the client reads
// replies: the server remembers nothing of what it is sent, because the type of its own identifiers is evident.
const digitStrings = new Set<string>();
let hasSentNumbers = false;
let isReply = false;

/**
 * An identifier: a string inside, a string or an integer on the wire. Encoding restores the type in which it came,
 * since a foreign provider may compare strictly. One that was never seen, or was forgotten, becomes a number if it
 * looks like one, unless the provider has so far sent digits only as strings.
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

/** Runs a synchronous read of a provider's answer and remembers the types of its identifiers. */
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
    if (digitStrings.size > maxRemembered && oldest !== undefined) digitStrings.delete(oldest);
  }
}

function isDigitString(inside: string): boolean {
  return digitStrings.has(inside) || (!hasSentNumbers && digitStrings.size > 0);
}

function looksLikeNumber(text: string): boolean {
  return /^(0|-?[1-9]\d{0,14})$/.test(text);
}
