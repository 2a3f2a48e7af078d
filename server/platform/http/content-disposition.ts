import { encodeExtended } from 'content-disposition';

/** Returns a header with a file name: in full by RFC 8187, and in ASCII for programs that do not know that. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string, asciiName = asciiOf(name)): string {
  return `${kind}; filename="${asciiName}"; filename*=${encodeExtended(name.toWellFormed())}`;
}

function asciiOf(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
}
