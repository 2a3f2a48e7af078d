import { encodeExtended } from 'content-disposition';

/** A file's name in a header: RFC 8187 with every letter, and ASCII for programs that know no better. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string, asciiName = asciiOf(name)): string {
  return `${kind}; filename="${asciiName}"; filename*=${encodeExtended(name.toWellFormed())}`;
}

function asciiOf(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
}
