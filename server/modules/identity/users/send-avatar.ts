import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { headBytes, imageTypeOf } from '#server/platform/files/index.ts';
import { ApiError, notFound } from '#server/platform/http/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';

/** Seconds for which the address is valid; another picture has another address. */
const maxAge = 12 * 3600;

export function avatarLinkExpired(): ApiError {
  return new ApiError(403, 'link_expired', 'Ссылка на фотографию устарела. Обновите страницу');
}

/** Sends a picture with the media type of its content. */
export async function sendAvatar(storage: Storage, key: string, request: FastifyRequest, reply: FastifyReply) {
  const size = await storage.size(key);
  if (size === undefined) throw notFound('Фотография не найдена');
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
  void reply.headers({
    etag,
    'cache-control': `private, max-age=${maxAge}, immutable`,
    'x-content-type-options': 'nosniff',
    // Opened by itself, the picture is a page of this origin, so nothing in it may run.
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const head = await buffer(await storage.read(key, { start: 0, end: Math.min(size, headBytes) - 1 }));
  const type = imageTypeOf(head);
  if (!type) throw notFound('Фотография не найдена');
  void reply.type(type).header('content-length', size);
  // Without a body Fastify would set the content length to 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const bytes = await storage.read(key);
  void once(reply.raw, 'close').then(() => bytes.destroy());
  return reply.send(bytes);
}
