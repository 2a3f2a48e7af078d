import type { FastifyReply } from 'fastify';
import type { Storage } from './storage.ts';

/**
 * Sends a browser that asks for a file to the object storage itself, where it reaches that.
 * @returns undefined where the file has to come through this server
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
