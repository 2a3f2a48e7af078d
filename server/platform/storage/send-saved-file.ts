import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '#server/platform/http/index.ts';
import { sendFromStorage } from './send-from-storage.ts';
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
