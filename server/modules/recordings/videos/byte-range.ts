import type { ByteRange } from '#server/platform/storage/index.ts';

/**
 * What a `Range` header asks for of a file of `size` bytes: a part, `'none'` of it, or undefined for the whole, as also
 * for several parts at once or what is no range of bytes (RFC 9110 allows to ignore those).
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'none' : { start, end };
}
