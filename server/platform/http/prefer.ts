import type { FastifyRequest } from 'fastify';

/** Whether the caller asks for a short answer: `Prefer: return=minimal` (RFC 7240). */
export function prefersMinimal({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /(^|[,;\s])return\s*=\s*"?minimal"?([,;\s]|$)/i.test(String(headers.prefer ?? ''));
}
