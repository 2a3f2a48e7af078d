import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { fromFormFields } from '#contract/form-data.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { jsonLimits } from './json-limits.ts';

/** A file that came with form data; it lies at `path` until the request is answered. `size` in bytes. */
export type UploadedFile = { field: string; name: string; size: number; sha256: string; path: string };

declare module 'fastify' {
  interface FastifyInstance {
    formFolder: string;
    formRoom: Room;
    /** Person → number of their forms with files that are being received. */
    comingForms: Map<string, number>;
  }
  interface FastifyRequest {
    /** The files of a body that came as form data. */
    uploadedFiles: UploadedFile[];
  }
}

/** Finds room for at most `most` bytes on a folder's disk; throws `ENOSPC` if it is not free. */
type Room = (folder: string, most: number) => Promise<(pieces: AsyncIterable<Buffer>) => AsyncIterable<Buffer>>;

const fieldBytes = 1024 * 1024;
const maxFields = 2_000;
/** Most characters of all fields together: as many as a JSON body may have. */
const maxText = 4 * 1024 * 1024;
/** Maximum number of forms with files that one person may send to this server at once: each reserves disk space. */
const maxAtOnce = 4;
/** Number of files beyond a call's limit that are skipped, so that the refusal can name the limit. */
const spareFiles = 50;

/**
 * Lets calls take form data, which `readFormBody` then reads. Files lie in `folder`, which is emptied first; if it is
 * on the storage's disk, the storage takes them without copying. `room` reserves space before a file is written: the
 * database and other uploads need the disk, too.
 */
export async function registerForms(app: FastifyInstance, folder: string, room: Room): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  app.decorate('formFolder', folder);
  app.decorate('formRoom', room);
  app.decorate('comingForms', new Map());
  await app.register(multipart);
  app.decorateRequest('uploadedFiles');
  app.addHook('onRequest', async (request) => {
    request.uploadedFiles = [];
  });
}

/**
 * Reads form data into the request's `body`, as JSON would have brought it, and `uploadedFiles`. Throws a 413 for what
 * is larger than the call takes, a 422 for a file under a name that it does not know.
 */
export async function readFormBody(request: FastifyRequest, reply: FastifyReply, call: Call): Promise<void> {
  const limits = limitsOf(call);
  if (Number(request.headers['content-length']) > maxBytesOf(call)) throw tooLarge();
  const options = { limits, throwFileSizeLimit: false };
  const fields: [string, string][] = [];
  const paths: string[] = [];
  const remove = () => Promise.all(paths.map((path) => rm(path, { force: true })));
  // Files that cannot be removed here are removed at the next start.
  reply.raw.once('close', () => void remove().catch((error: unknown) => request.log.warn({ err: error })));
  const turn = formTurn(request);
  reply.raw.once('close', turn.end);
  let problem: unknown;
  let letters = 0;
  const checkJson = jsonLimits();
  // The form is read to its end even after an error: a client that is still sending would not see the answer.
  try {
    for await (const part of request.parts(options)) {
      if (part.type === 'field') {
        const value = textOf(part.value);
        letters += value.length;
        // The library keeps every field in memory until the end, so the rest is discarded.
        if (letters > maxText) throw discardRest(request);
        if (/^\s*[[{]/.test(value)) checkJson(value);
        fields.push([part.fieldname, value]);
      } else if (problem || !part.filename) part.file.resume();
      else
        try {
          turn.begin();
          await keep(part, call, request, paths);
        } catch (error) {
          part.file.resume();
          problem = error;
        }
    }
  } catch (error) {
    throw formProblem(error);
  } finally {
    turn.end();
  }
  if (problem) throw formProblem(problem);
  request.body = fromFormFields(call.body, fields);
}

/** Limits the forms with files that one sender sends at once: `begin` counts one more, or throws a 429. */
function formTurn({ server: { comingForms }, user, ip }: FastifyRequest) {
  const sender = user?.id ?? ip;
  let state: 'waits' | 'comes' | 'over' = 'waits';
  const count = (change: number) => {
    const now = (comingForms.get(sender) ?? 0) + change;
    if (now > maxAtOnce) throw tooManyForms();
    if (now > 0) comingForms.set(sender, now);
    else comingForms.delete(sender);
  };
  return {
    begin(): void {
      if (state !== 'waits') return;
      count(1);
      state = 'comes';
    },
    end(): void {
      if (state === 'comes') count(-1);
      state = 'over';
    },
  };
}

/** Returns the text of a field; busboy has parsed a part of type JSON already. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function discardRest({ raw }: FastifyRequest): Problem {
  raw.unpipe();
  raw.resume();
  return tooLarge();
}

function limitsOf({ files = {} }: Call) {
  const kinds = Object.values(files);
  return {
    fields: maxFields,
    fieldSize: fieldBytes,
    files: kinds.reduce((sum, { most }) => sum + most, spareFiles),
    fileSize: Math.max(0, ...kinds.map(({ maxBytes }) => maxBytes)) + 1,
  };
}

/** Returns the size beyond which a body exceeds the limits in any encoding. */
function maxBytesOf({ files = {} }: Call): number {
  return Object.values(files).reduce((sum, { most, maxBytes }) => sum + most * maxBytes, 4 * maxText);
}

/** Writes a file part to `formFolder`. All `paths`, also of a file that broke off, are removed after the answer. */
async function keep(part: MultipartFile, call: Call, request: FastifyRequest, paths: string[]): Promise<void> {
  const field = part.fieldname.replace(/\[\d*\]$/, '');
  const rule = call.files?.[field];
  const before = request.uploadedFiles.filter((file) => file.field === field);
  if (!rule || before.length >= rule.most) {
    throw rule
      ? refused('payload_too_large', field, `Не больше ${counted(rule.most)} за один раз`)
      : refused('validation_failed', field, 'Файл здесь не принимается');
  }
  const { formFolder, formRoom } = request.server;
  const path = join(formFolder, `protokol-form-${randomUUID()}`);
  const hash = createHash('sha256');
  let size = 0;
  const announcedBytes = Number(request.headers['content-length'] ?? Infinity);
  const continueRun = await formRoom(formFolder, Math.min(rule.maxBytes, announcedBytes));
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  paths.push(path);
  await pipeline(part.file, measure, continueRun, createWriteStream(path, { mode: 0o600 }));
  if (size > rule.maxBytes)
    throw refused('payload_too_large', field, `Файл больше ${Math.floor(rule.maxBytes / 1024 ** 2)} МБ`);
  request.uploadedFiles.push({ field, name: part.filename, size, sha256: hash.digest('hex'), path });
}

function tooManyForms(): Problem {
  const message =
    'Уже отправляются четыре формы с файлами. Подождите, пока одна из них отправится, и попробуйте ещё раз';
  return new Problem('rate_limited', message, undefined, { retryAfter: 5 });
}

function tooLarge(): Problem {
  return new Problem('payload_too_large', 'Слишком большой запрос');
}

function refused(code: 'payload_too_large' | 'validation_failed', field: string, message: string): Problem {
  return new Problem(code, message, { [field]: [message] });
}

function counted(files: number): string {
  return files === 1 ? 'одного файла' : `${files} файлов`;
}

/** Passes on our own errors, a full disk and the limits of the library; anything else is a malformed form. */
export function formProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'ENOSPC') {
    return new Problem('storage_full', 'На сервере нет места для файла', undefined, { cause: error });
  }
  if (/^E[A-Z]+$/.test(code)) return error;
  if (statusCode === 413) {
    return new Problem('payload_too_large', 'Слишком много файлов или полей', undefined, { cause: error });
  }
  return new Problem('bad_request', 'Форма составлена неверно', undefined, { cause: error });
}
