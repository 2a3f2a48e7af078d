import * as z from 'zod/mini';
import { text, whenUsed } from '#contract/common.ts';

/** Size in bytes of a chunk of our client (8 MiB); the last one may be shorter. */
export const chunkBytes = 8 * 1024 * 1024;

/** `next`: a further part of the meeting, unless it turns out to be the first. */
export const uploadPlaces = ['next'] as const;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Неверная контрольная сумма'));
const wholeNumber = (from: number, to: number) =>
  z.pipe(
    z.transform((value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value)),
    z.int().check(z.gte(from), z.lte(to)),
  );

/** Text fields of POST upload-chunks; `video` is the file part. All but the first two are ours. */
export const uploadChunkFields = whenUsed(() =>
  z.object({
    total_chunks: wholeNumber(1, 1_000_000),
    chunk_index: wholeNumber(0, 999_999),
    upload_id: z.optional(z.uuid()),
    chunk_size: z.optional(wholeNumber(1, 1024 ** 3)),
    total_size: z.optional(wholeNumber(0, 2 ** 50)),
    chunk_sha256: z.optional(sha256),
    /** `video` is the rest of the chunk from this byte on: the server has reported that it holds the part before. */
    chunk_offset: z.optional(wholeNumber(0, 1024 ** 3)),
    file_name: z.optional(z.string().check(z.maxLength(1_000))),
    file_type: z.optional(z.string().check(z.maxLength(255))),
    /** `next` puts the finished upload after all others, as does any upload with `upload_id` and no `instead_of`. */
    place: z.optional(z.enum(uploadPlaces)),
    /**
     * The recording that it replaces, confirmed by a person. If another one is the first by then, it is put at the end.
     */
    instead_of: z.optional(z.uuid()),
    /** The recording that it lies beside and begins with. If that does not exist by then, it is put at the end. */
    beside_id: z.optional(z.uuid()),
    /** The only person whose voice is in it. */
    speaker: z.optional(text(200)),
  }),
);
export type UploadChunkFields = z.infer<typeof uploadChunkFields>;

/** The acknowledgement of one chunk: `received` is the number of distinct chunks that are stored safely. */
export const uploadChunkReply = whenUsed(() =>
  z.looseObject({
    upload_id: z.string(),
    chunk_index: z.int(),
    received: z.int(),
    total_chunks: z.int(),
    complete: z.boolean(),
  }),
);
export type UploadChunkReply = z.infer<typeof uploadChunkReply>;

export const uploadStates = ['receiving', 'verifying', 'assembled', 'rejected', 'cancelled'] as const;

/**
 * What the server holds of an upload. `received` lists inclusive index ranges in order; `chunks_sha256` is the SHA-256
 * over the chunks' digests in index order, `sha256` that of the whole file: lower-case hex, once assembled. `partial`
 * are interrupted chunks with the number of bytes received from their beginning; they are not acknowledged.
 */
export const uploadStatus = whenUsed(() =>
  z.looseObject({
    upload_id: z.string(),
    state: z.enum(uploadStates),
    received: z.array(z.tuple([z.int(), z.int()])),
    partial: z.optional(z.array(z.object({ index: z.int(), bytes: z.int() }))),
    total_chunks: z.int(),
    chunk_size: z.optional(z.nullable(z.int())),
    total_size: z.optional(z.nullable(z.int())),
    file_name: z.optional(z.nullable(z.string())),
    chunks_sha256: z.optional(z.nullable(sha256)),
    sha256: z.optional(z.nullable(sha256)),
    /** Reason for a rejection, for the person who sent it. */
    error: z.optional(z.nullable(z.string())),
  }),
);
export type UploadStatus = z.infer<typeof uploadStatus>;

export const uploadQuery = z.object({ upload_id: z.optional(z.uuid()) });
