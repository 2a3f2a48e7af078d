import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { ownersReadBy } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { contentDisposition, type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { type Storage, sendFromStorage } from '#server/platform/storage/index.ts';
import { findTranscript, type Recorded, segmentsOf } from '#server/schema/derived/transcript-rows.ts';
import { writeWebVtt } from '../subtitles/write-webvtt.ts';
import { type VideoLinks, videoKinds } from '../video-links.ts';
import { findVideo } from './repository.ts';
import { readRange, type VideoFile, videoFileOf } from './video-file.ts';

export type VideoDeps = RouteDeps & { storage: Storage; links: VideoLinks };

const videoQuery = z.object({
  kind: z.catch(z.optional(z.enum(videoKinds)), undefined),
  poster: z.catch(z.optional(z.string()), undefined),
  recording_id: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  expires: z.catch(z.string(), ''),
  signature: z.catch(z.string(), ''),
  session: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  session_signature: z.catch(z.optional(z.string()), undefined),
  download: z.catch(z.optional(z.string()), undefined),
});

const noVideo = () => new Problem('not_found', 'Видео не найдено');

/**
 * Registers GET and HEAD /protocols/{id}/video, by a signed address, or by the token of a person who may read the
 * protocol.
 */
export function registerVideos(app: FastifyInstance, deps: VideoDeps): void {
  routesOf(app, deps)(calls.getVideo, async ({ params, user, request, reply }) => {
    const query = videoQuery.parse(request.query);
    const kind = query.kind ?? (query.poster ? 'poster' : 'playable');
    const found = await findVideo(deps.database.db, params.id, query.recording_id);
    const uploadId = found?.video?.upload_id ?? '';
    const { db } = deps.database;
    const reads = async () => user !== null && (await ownersReadBy(db, user)).includes(found?.ownerId ?? '');
    // Only people who may read the protocol learn whether it exists.
    if (!(await deps.links.verify({ protocolId: params.id, uploadId, kind }, query)) && !(await reads())) {
      if (user) throw noVideo();
      throw new Problem('link_expired', 'Ссылка на видео устарела. Обновите страницу');
    }
    if (kind === 'captions') {
      if (!found?.video) throw noVideo();
      return sendCaptions(db, { protocolId: params.id, partId: query.recording_id }, reply);
    }
    const file = found?.video && videoFileOf(found.video, kind);
    if (!file) throw noVideo();
    const etag = `"${uploadId}-${kind}"`;
    const disposition = contentDisposition(query.download || !file.inline ? 'attachment' : 'inline', file.name);
    const { storage } = deps;
    const size = await storage.size(file.key);
    if (size === undefined) throw noVideo();
    const sent = await sendFromStorage(storage, file.key, { type: file.type, disposition }, reply);
    if (sent) return sent;
    void reply.header('content-disposition', disposition);
    return send(storage, { ...file, size }, etag, request, reply);
  });
}

/** Sends the transcript in force as captions for the player. */
async function sendCaptions(db: Db, recorded: Recorded, reply: FastifyReply) {
  const transcript = await findTranscript(db, recorded);
  if (!transcript) throw noVideo();
  const lines = await segmentsOf(db, transcript.id);
  return reply
    .headers({ 'cache-control': 'private, max-age=3600', 'x-content-type-options': 'nosniff' })
    .type('text/vtt; charset=utf-8')
    .send(writeWebVtt(lines));
}

type SizedFile = VideoFile & { size: number };

async function send(storage: Storage, file: SizedFile, etag: string, request: FastifyRequest, reply: FastifyReply) {
  const { size } = file;
  void reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === etag ? readRange(request.headers.range, size) : undefined;
  if (range === 'none') {
    void reply.header('content-range', `bytes */${size}`);
    throw new Problem('range_not_satisfiable', 'Такой части файла нет');
  }
  void reply.type(file.type).header('content-length', range ? range.end - range.start + 1 : size);
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  // Without a body Fastify would set the content length to 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const bytes = await storage.read(file.key, range);
  // Otherwise a viewer who leaves would keep the file open.
  void once(reply.raw, 'close').then(() => bytes.destroy());
  return reply.send(bytes);
}
