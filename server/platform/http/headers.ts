import { encodeExtended } from 'content-disposition';
import type { FastifyRequest } from 'fastify';

/** Returns a header with a file name: in full by RFC 8187, and in ASCII for programs that do not know that. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string, asciiName = asciiOf(name)): string {
  return `${kind}; filename="${asciiName}"; filename*=${encodeExtended(name.toWellFormed())}`;
}

function asciiOf(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
}

/** Whether the caller asks for a short answer: `Prefer: return=minimal` (RFC 7240). */
export function prefersMinimal({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /(^|[,;\s])return\s*=\s*"?minimal"?([,;\s]|$)/i.test(String(headers.prefer ?? ''));
}
