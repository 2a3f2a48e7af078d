import { type AnswerHead, isPortal } from '../http/answer-head.ts';
import { apiUrl } from '../http/client.ts';
import type { Failure } from '../http/outcome.ts';
import { acknowledges, chunkFields } from '../provider/chunk.ts';
import type { UploadRow } from '../store/upload-row.ts';
import { failureOf } from './classify-failure.ts';

/** One chunk that is to go out. */
export interface OutgoingChunk {
  row: UploadRow;
  index: number;
  /** The whole chunk. */
  blob: Blob;
  /** Bytes of it that the server holds already: only the rest goes out. */
  offset: number;
  sha256: string;
  /** Whether only the three fields that the specification names are sent. */
  isPlainProvider: boolean;
  token: string;
}

export type ChunkOutcome = { kind: 'acknowledged' } | { kind: 'unauthorized' } | { kind: 'failed'; failure: Failure };

/**
 * Sends one chunk. Resolves with the outcome and never rejects. `onSent`, where the progress is known, gets the number
 * of bytes of the chunk that were sent so far, including those that the server had before. An aborted signal ends it as
 * a network failure, which nobody waits for any more.
 */
export type Transport = (
  chunk: OutgoingChunk,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
) => Promise<ChunkOutcome>;

/** Time without a sent byte after which the connection counts as dead. */
export const stallMs = 30_000;
/** Time to wait for an answer after everything is sent. */
export const answerMs = 120_000;

export function chunkAddress(row: UploadRow): string {
  return apiUrl(`/protocols/${encodeURIComponent(row.protocolId)}/upload-chunks`);
}

/** The form of one chunk; the fields stand before the file, so that a server knows them when its bytes come. */
export function chunkForm(chunk: OutgoingChunk): FormData {
  const form = new FormData();
  for (const [name, value] of chunkFields(chunk)) form.append(name, value);
  form.append('video', restOf(chunk), chunk.row.name);
  return form;
}

/** Returns the part of the chunk that is sent. */
export function restOf({ blob, offset }: OutgoingChunk): Blob {
  return offset > 0 ? blob.slice(offset) : blob;
}

/** An answer as XMLHttpRequest and fetch both can give it. */
export interface RawAnswer extends AnswerHead {
  retryAfter: string | null;
  text: string;
}

/** Reads the answer to a chunk. */
export function readAnswer(answer: RawAnswer, chunk: OutgoingChunk): ChunkOutcome {
  if (answer.status === 401) return { kind: 'unauthorized' };
  if (answer.status >= 200 && answer.status < 300) {
    const acknowledged = !isPortal(answer) && acknowledges(answer.text, chunk);
    return acknowledged ? { kind: 'acknowledged' } : { kind: 'failed', failure: { kind: 'network' } };
  }
  return { kind: 'failed', failure: failureOf(answer, chunk.isPlainProvider) };
}
