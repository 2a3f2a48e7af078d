import type { FastifyInstance, FastifyReply } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Db } from '#server/db/database.ts';
import { contentDisposition } from '#server/plugins/content-disposition.ts';
import { type RouteDeps, routesOf } from '#server/plugins/contract-route.ts';
import { ApiError, notFound } from '#server/plugins/errors.ts';
import { buildDocument } from './build-document.ts';
import { createDocumentRenderer, type DocumentRenderer } from './document-renderer.ts';
import type { DocumentFormat } from './document-worker.ts';
import { findDocumentInput } from './repository.ts';

/** What is not said otherwise is dated as in Moscow; more than fifteen people are listed in an annex (protokol.md). */
const defaults = { presentLimit: 15, timeZone: 'Europe/Moscow' };

const types = { pdf: calls.getPdf.reply.types[0], docx: calls.getDocx.reply.types[0] };

type DocumentDeps = RouteDeps & { renderer?: DocumentRenderer; presentLimit?: number; timeZone?: string };

/** GET /protocols/{id}/documents/pdf and /docx: the protocol on paper, for the secretary it belongs to. */
export function registerDocuments(app: FastifyInstance, deps: DocumentDeps): void {
  const route = routesOf(app, deps);
  const renderer = deps.renderer ?? createDocumentRenderer();
  app.addHook('onClose', () => renderer.close());

  async function send(format: DocumentFormat, request: { db: Db; id: string; userId: string; reply: FastifyReply }) {
    const input = await findDocumentInput(request.db, request.id, request.userId);
    if (!input) throw notFound('Протокол не найден');
    const timeZone = offsetOf(input.heldAt) ?? deps.timeZone ?? defaults.timeZone;
    const model = buildDocument(input, { presentLimit: deps.presentLimit ?? defaults.presentLimit, timeZone });
    const bytes = await renderer.render(format, model).catch((cause: unknown) => {
      throw new ApiError(500, 'document_failed', 'Не удалось сформировать документ. Попробуйте ещё раз', undefined, {
        cause,
      });
    });
    return request.reply
      .type(types[format])
      .header(
        'content-disposition',
        contentDisposition('attachment', `${model.fileName}.${format}`, `${model.asciiFileName}.${format}`),
      )
      .header('cache-control', 'private, no-cache')
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  route(calls.getPdf, ({ db, params, user, reply }) => send('pdf', { db, id: params.id, userId: user.id, reply }));
  route(calls.getDocx, ({ db, params, user, reply }) => send('docx', { db, id: params.id, userId: user.id, reply }));
}

/** The offset that the meeting's own time names: its approval is dated in the same place. */
function offsetOf(heldAt: string | null | undefined): string | undefined {
  return /T.*([+-]\d{2}:\d{2})$/.exec(heldAt ?? '')?.[1];
}
