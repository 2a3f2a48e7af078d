import { parse } from 'range-parser';
import type { ByteRange } from '#server/platform/storage/index.ts';

/**
 * Returns the range that a `Range` header requests from a file of `size` bytes: a part, `'none'` if it is
 * unsatisfiable, or undefined for the whole file, also for several ranges or an invalid header (which RFC 9110 allows
 * to ignore).
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  if (header === undefined || header.includes(',')) return undefined;
  const { code, type, ranges } = parse(size, header);
  const isMalformed = (code & 1) !== 0;
  return type === 'bytes' && !isMalformed ? (ranges[0] ?? 'none') : undefined;
}
