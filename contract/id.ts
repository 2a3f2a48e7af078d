import * as z from 'zod/mini';

// Identifiers that came as strings of digits: the only ones whose wire type their text does not tell.
const digitStrings = new Set<string>();

/**
 * An identifier: a string inside, a string or an integer on the wire. Encoding gives it back in the type it came in,
 * since a foreign provider may compare strictly; one never seen on the wire is a number when it looks like one.
 */
export const id = z.codec(z.union([z.string().check(z.minLength(1), z.maxLength(255)), z.int()]), z.string(), {
  decode(wire) {
    if (typeof wire === 'string' && looksLikeNumber(wire)) digitStrings.add(wire);
    return String(wire);
  },
  encode(inside) {
    return looksLikeNumber(inside) && !digitStrings.has(inside) ? Number(inside) : inside;
  },
});

export type Id = z.infer<typeof id>;

function looksLikeNumber(text: string): boolean {
  return /^(0|-?[1-9]\d{0,14})$/.test(text);
}
