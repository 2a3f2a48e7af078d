import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '#server/platform/http/index.ts';
import { notFound, Problem } from '#server/platform/problem/index.ts';
import type { SignedQuery } from './link-signature.ts';
import type { SignedLinks } from './signed-links.ts';
import type { Storage } from './storage.ts';

/** Sends an attached file, always as a download, never shown as a page of ours. The caller has checked the rights. */
export async function sendSavedFile(
  storage: Storage,
  file: { name: string; size: number; key: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const type = 'application/octet-stream';
  const disposition = contentDisposition('attachment', file.name);
  const sent = await sendFromStorage(storage, file.key, { type, disposition }, reply);
  if (sent) return sent;
  const bytes = await storage.read(file.key);
  // A client that disconnects must not keep the file open.
  void once(reply.raw, 'close').then(() => bytes.destroy());
  return reply
    .type(type)
    .headers({
      'content-disposition': disposition,
      'content-length': file.size,
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);
}

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

type Asked = {
  storage: Storage;
  fileLinks: SignedLinks;
  /** Undefined where there is none under this address. */
  file: { name: string; size: number; key: string } | undefined;
  /** The path that was signed. */
  path: string;
  query: SignedQuery;
  isSignedIn: boolean;
  /** Whether the signed-in person may read it without a signature, by their present rights. */
  isReader: boolean;
  reply: FastifyReply;
};

const noFile = () => notFound('Файл не найден');

/**
 * Sends a file by a signed address, or to somebody who may read it; always as a download, never shown as a page of
 * ours.
 */
export async function sendSignedFile({ storage, fileLinks, file, path, query, isSignedIn, isReader, reply }: Asked) {
  // Whether there is such a file is told only to who may know it.
  const signed = await fileLinks.verify(path, file?.key ?? '', query);
  if (!signed && !isReader) {
    if (isSignedIn) throw noFile();
    throw new Problem('link_expired', 'Ссылка на файл устарела. Обновите страницу');
  }
  if (!file || (await storage.size(file.key)) === undefined) throw noFile();
  reply.header('cache-control', 'private, max-age=3600');
  return sendSavedFile(storage, file, reply);
}
