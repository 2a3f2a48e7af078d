import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PictureType, readPicture } from '#contract/identity/picture.ts';
import { maxAvatarSide } from '#contract/identity/user.ts';
import { headBytes, imageTypeOf } from '#server/platform/files/index.ts';
import type { UploadedFile } from '#server/platform/http/index.ts';
import { invalidField, notFound, Problem } from '#server/platform/problem/index.ts';
import { type KeepStored, type Storage, type StoreDeps, withStoredFiles } from '#server/platform/storage/index.ts';

/** An uploaded picture whose content has been checked. */
export type Avatar = { path: string; type: PictureType };

/**
 * Returns the picture of a form, if any. Throws a 422 for another kind of file, and for a small file with huge
 * dimensions.
 */
export async function readAvatar(files: readonly UploadedFile[]): Promise<Avatar | undefined> {
  const file = files.find(({ field }) => field === 'avatar');
  if (!file) return undefined;
  // Read whole, since cameras write a lot before the dimensions; the form is limited to a few megabytes.
  const picture = readPicture(await readFile(file.path));
  if (!picture) throw invalidField('avatar', 'Нужна картинка PNG, JPEG, WebP или GIF');
  if (Math.max(picture.width, picture.height) > maxAvatarSide) {
    throw invalidField('avatar', `Картинка больше ${maxAvatarSide} × ${maxAvatarSide} точек`);
  }
  return { path: file.path, type: picture.type };
}

/** Storage key of a picture, and the call that keeps it in the storage. */
export type StoredAvatar = { avatarKey: string | undefined; keep: KeepStored };

/** Puts a picture into the storage before `write`, which stores its key in a transaction. */
export function withAvatar<T>(
  store: StoreDeps,
  userId: string,
  avatar: Avatar | undefined,
  write: (stored: StoredAvatar) => Promise<T>,
): Promise<T> {
  const files = avatar ? [{ ...avatar, key: `avatars/${userId}/${randomUUID()}` }] : [];
  return withStoredFiles(store, files, (keep) => write({ avatarKey: files[0]?.key, keep }));
}

/** Seconds for which the address is valid; another picture has another address. */
const maxAge = 12 * 3600;

export function avatarLinkExpired(): Problem {
  return new Problem('link_expired', 'Ссылка на фотографию устарела. Обновите страницу');
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
