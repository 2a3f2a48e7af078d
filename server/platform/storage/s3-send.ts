import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type Flow, largestAtOnce } from './storage.ts';

/** A part is kept in memory until it is stored, so that it can be sent again after a broken connection. */
const minPartBytes = 16 * 1024 * 1024;
/** Maximum number of parts of one object. */
export const maxParts = 10_000;

export type Target = { Bucket: string; Key: string; ContentType?: string | undefined };

/** Sends a file of `bytes` bytes. */
export async function sendFile(
  client: S3Client,
  target: Target,
  path: string,
  bytes: number,
  { signal, onBytes = () => undefined }: Flow = {},
): Promise<void> {
  if (bytes > largestAtOnce) return sendStream(client, target, createReadStream(path), bytes, signal);
  const sending = { path, bytes, signal, onBytes };
  // Streamed from the disk: nothing of it is kept in memory, however many files are sent at once.
  await sendOnce(client, target, sending).catch((error: unknown) => {
    if (signal?.aborted || !isBrokenOff(error)) throw error;
    return sendOnce(client, target, sending);
  });
}

/** Sends one part after the other; parts of a sending that fails are discarded. */
export async function sendStream(
  client: S3Client,
  target: Target,
  Body: Readable,
  bytes: number,
  signal?: AbortSignal,
): Promise<void> {
  const partSize = Math.max(minPartBytes, Math.ceil(bytes / maxParts));
  const upload = new Upload({ client, params: { ...target, Body }, partSize, queueSize: 1 });
  const stop = () => void upload.abort();
  signal?.addEventListener('abort', stop);
  try {
    await upload.done();
  } finally {
    signal?.removeEventListener('abort', stop);
    Body.destroy();
  }
}

type Sending = { path: string; bytes: number; signal: AbortSignal | undefined; onBytes: () => void };

async function sendOnce(client: S3Client, target: Target, { path, bytes, signal, onBytes }: Sending): Promise<void> {
  // Opened first: a stream whose file is already gone would emit an error without a listener.
  const file = await open(path);
  const contents = file.createReadStream({ autoClose: false });
  const Body = Readable.from(counted(contents, onBytes), { objectMode: false });
  for (const stream of [contents, Body]) stream.on('error', () => undefined);
  try {
    const command = new PutObjectCommand({ ...target, Body, ContentLength: bytes });
    await client.send(command, { ...(signal && { abortSignal: signal }) });
  } finally {
    Body.destroy();
    contents.destroy();
    await file.close();
  }
}

async function* counted(contents: AsyncIterable<Buffer>, onBytes: () => void): AsyncGenerator<Buffer> {
  for await (const piece of contents) {
    onBytes();
    yield piece;
  }
}

/**
 * Whether the connection broke or the storage was busy. The S3 client retries other calls by itself, but not a stream.
 */
function isBrokenOff(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return ($metadata?.httpStatusCode ?? 500) >= 500;
}
