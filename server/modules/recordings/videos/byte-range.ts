import { parse } from 'range-parser';
import type { ByteRange } from '#server/platform/storage/index.ts';

/**
 * What a `Range` header asks for of a file of `size` bytes: a part, `'none'` of it, or undefined for the whole, as also
 * for several parts at once or what is no range of bytes (RFC 9110 allows to ignore those).
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  if (header === undefined || header.includes(',')) return undefined;
  const { code, type, ranges } = parse(size, header);
  const isMalformed = (code & 1) !== 0;
  return type === 'bytes' && !isMalformed ? (ranges[0] ?? 'none') : undefined;
}
