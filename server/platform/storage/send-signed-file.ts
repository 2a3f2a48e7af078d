import type { FastifyReply } from 'fastify';
import { ApiError, notFound } from '#server/platform/http/index.ts';
import { sendSavedFile } from './send-saved-file.ts';
import type { SignedLinks } from './signed-links.ts';
import type { Storage } from './storage.ts';

type Asked = {
  storage: Storage;
  fileLinks: SignedLinks;
  /** Undefined where there is none under this address. */
  file: { name: string; size: number; key: string } | undefined;
  /** The path that was signed. */
  path: string;
  query: { expires?: string | undefined; signature?: string | undefined };
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
  const signed = fileLinks.verify(path, file?.key ?? '', query);
  if (!signed && !isReader) {
    if (isSignedIn) throw noFile();
    throw new ApiError(403, 'link_expired', 'Ссылка на файл устарела. Обновите страницу');
  }
  if (!file || (await storage.size(file.key)) === undefined) throw noFile();
  reply.header('cache-control', 'private, max-age=3600');
  return sendSavedFile(storage, file, reply);
}
