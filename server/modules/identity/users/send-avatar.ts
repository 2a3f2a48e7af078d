import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { headBytes, imageTypeOf } from '#server/platform/files/index.ts';
import { ApiError, notFound } from '#server/platform/http/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';

/** For as long as its address is good: another picture has another one. */
const maxAge = 12 * 3600;

export function avatarLinkExpired(): ApiError {
  return new ApiError(403, 'link_expired', 'Ссылка на фотографию устарела. Обновите страницу');
}

/** Sends a picture as what it is by its content. */
export async function sendAvatar(storage: Storage, key: string, request: FastifyRequest, reply: FastifyReply) {
  const size = await storage.size(key);
  if (size === undefined) throw notFound('Фотография не найдена');
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
  void reply.headers({
    etag,
    'cache-control': `private, max-age=${maxAge}, immutable`,
    'x-content-type-options': 'nosniff',
    // Opened by itself it is a page of this origin, whatever hides in it.
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const head = await buffer(await storage.read(key, { start: 0, end: Math.min(size, headBytes) - 1 }));
  const type = imageTypeOf(head);
  if (!type) throw notFound('Фотография не найдена');
  void reply.type(type).header('content-length', size);
  // Fastify would take an absent body for one of no length.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const bytes = await storage.read(key);
  void once(reply.raw, 'close').then(() => bytes.destroy());
  return reply.send(bytes);
}
