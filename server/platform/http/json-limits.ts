import { randomInt } from 'node:crypto';
import { Problem } from '#server/platform/problem/index.ts';

/**
 * Limits of the JSON of one request, above everything that the contract allows (20,000 lines of a transcript have
 * 180,000 values; none of its calls knows a hundred names of fields). Beyond them it would hold the server
 * for too long: each new name costs V8 and zod far more than a value.
 */
const most = { values: 200_000, names: 300, depth: 64 } as const;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Differs at every start, so that nobody can make names that share a hash. */
const multiplier = 2 * randomInt(2 ** 30) + 1;

const hash = (before: number, code: number) => (Math.imul(before, multiplier) + code) | 0;

/**
 * Returns a check for all JSON texts of a request, in one pass and before they are parsed: throws a 413 if together they
 * have too many values or different names of fields, or are nested too deep.
 */
export function jsonLimits(): (text: string) => void {
  let values = 0;
  /** Hashes: two names that share one count as one. */
  const names = new Set<number>();
  return (text) => {
    let depth = 0;
    /** Hash of the last string, which is a name if a colon follows. */
    let last = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        for (last = 0, at += 1; at < text.length; at += 1) {
          const inner = text.charCodeAt(at);
          if (inner === quote) break;
          last = hash(last, inner);
          if (inner === backslash) {
            at += 1;
            last = hash(last, text.charCodeAt(at));
          }
        }
      } else if (code === colon) {
        names.add(last);
        if (names.size > most.names) throw tooMany('полей');
      } else if (code === comma || code === openList || code === openObject) {
        values += 1;
        if (values > most.values) throw tooMany('значений');
        if (code !== comma) depth += 1;
        if (depth > most.depth) throw tooMany('вложенных значений');
      } else if (code === closeList || code === closeObject) depth -= 1;
    }
  };
}

function tooMany(what: string): Problem {
  return new Problem('payload_too_large', `Слишком большой запрос: в нём слишком много ${what}`);
}
