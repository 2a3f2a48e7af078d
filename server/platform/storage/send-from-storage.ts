import type { FastifyReply } from 'fastify';
import type { Storage } from './storage.ts';

/**
 * Redirects a browser to the object storage, if it can reach that.
 * @returns undefined if the file has to come through this server
 */
export async function sendFromStorage(
  storage: Storage,
  key: string,
  shown: { type: string; disposition: string },
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  // An address is signed for GET alone.
  if (!storage.addressOf || reply.request.method !== 'GET') return undefined;
  return reply.header('cache-control', 'private, max-age=3600').redirect(await storage.addressOf(key, shown));
}
