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
  /** Whether who is signed in may read it without a signature, by the rights of this moment. */
  isReader: boolean;
  reply: FastifyReply;
};

const noFile = () => notFound('Файл не найден');

/** Sends a file by a signed address, or to who may read it; always to be saved, never shown as a page of ours. */
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
