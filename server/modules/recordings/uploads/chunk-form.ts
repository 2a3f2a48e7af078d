import type { Multipart, MultipartFile } from '@fastify/multipart';
import { type UploadChunkFields, uploadChunkFields } from '#contract/recordings/upload.ts';
import { formProblem } from '#server/platform/http/index.ts';
import { chunkErrors } from './chunk-errors.ts';

/** Text fields as received. */
export type RawFields = Record<string, unknown>;

/**
 * Fields that the app's own client sends before the file, sufficient to write the chunk to its place while it arrives.
 */
export type KnownFields = UploadChunkFields &
  Required<Pick<UploadChunkFields, 'upload_id' | 'chunk_size' | 'chunk_sha256'>>;

/** Larger than any chunk of any client, even a small video sent as one chunk. */
export const maxChunkBytes = 1024 ** 3;
export const maxFileBytes = 256 * 1024 ** 3;

/** Options of the form parser: large buffers, since small ones would be slower than the disk. */
export const formOptions = {
  fileHwm: 1024 * 1024,
  limits: { fileSize: maxChunkBytes, files: 4, fields: 32, fieldSize: 8 * 1024 },
  throwFileSizeLimit: false,
};

/**
 * Reads the form to its end and passes its file on with the fields before it. An error of `take` is thrown only after
 * the rest has been read, since a client that is still sending would not see the response.
 */
export async function readForm<T>(
  parts: AsyncIterable<Multipart>,
  take: (file: MultipartFile, before: RawFields) => Promise<T>,
): Promise<{ fields: RawFields; result: T }> {
  const fields: RawFields = {};
  let outcome: { result: T } | { error: unknown } | undefined;
  for await (const part of wellFormed(parts)) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else {
      if (part.fieldname === 'video' && !outcome) {
        outcome = await take(part, { ...fields }).then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        );
      }
      part.file.resume();
    }
  }
  if (!outcome) throw chunkErrors.noFile();
  if ('error' in outcome) throw outcome.error;
  return { fields, result: outcome.result };
}

/** Passes on the parts of a form; a malformed or interrupted form becomes the error of a bad form. */
async function* wellFormed(parts: AsyncIterable<Multipart>): AsyncGenerator<Multipart> {
  try {
    yield* parts;
  } catch (error) {
    throw formProblem(error);
  }
}

/** Checks the fields of a chunk, each alone and against each other. */
export function readFields(raw: RawFields): UploadChunkFields {
  if (raw.total_size === '0') throw chunkErrors.empty();
  const parsed = uploadChunkFields.safeParse(raw);
  if (!parsed.success) throw refusal(parsed.error.issues);
  const { chunk_index, total_chunks, chunk_size, total_size } = parsed.data;
  if (chunk_index >= total_chunks) throw chunkErrors.index();
  if (total_size !== undefined && total_size > maxFileBytes) throw chunkErrors.tooLargeFile();
  if (chunk_size !== undefined && total_size !== undefined && Math.ceil(total_size / chunk_size) !== total_chunks) {
    throw chunkErrors.total();
  }
  return parsed.data;
}

function refusal(issues: readonly { path: PropertyKey[]; message: string }[]): Error {
  const fields = Object.groupBy(issues, ({ path }) => String(path[0]));
  if (fields.chunk_index && Object.keys(fields).length === 1) return chunkErrors.index();
  return chunkErrors.invalid(Object.fromEntries(Object.keys(fields).map((field) => [field, ['Неверное значение']])));
}

/** Returns the fields before the file, if they are sufficient to determine its place. */
export function knownBefore(before: RawFields): KnownFields | undefined {
  if (!before.upload_id || !before.chunk_size || !before.chunk_sha256) return undefined;
  if (before.total_chunks === undefined || before.chunk_index === undefined) return undefined;
  const fields = readFields(before);
  const { upload_id, chunk_size, chunk_sha256 } = fields;
  return upload_id && chunk_size && chunk_sha256 ? { ...fields, upload_id, chunk_size, chunk_sha256 } : undefined;
}
