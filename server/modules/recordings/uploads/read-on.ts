import { addAbortSignal } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Storage, StoredFile } from '#server/platform/storage/index.ts';

/** So many readings in a row may bring nothing. */
const mostFailures = 4;
const pauseMs = 500;

/**
 * Reads a large file. A reading that breaks off goes on from the last byte: a storage, or what stands before it, may limit how
 * long one answer lasts.
 */
export async function* readOn(
  storage: Pick<Storage, 'read'>,
  { key, bytes }: StoredFile,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let at = 0;
  for (let failures = 0; ; ) {
    const start = at;
    try {
      const source = await storage.read(key, start > 0 ? { start, end: bytes - 1 } : undefined);
      for await (const piece of addAbortSignal(signal, source)) {
        at += piece.length;
        yield piece;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
      // What came last was all of it.
      if (at >= bytes) return;
      failures = at > start ? 0 : failures + 1;
      if (failures >= mostFailures) throw error;
      await pause(failures * pauseMs, undefined, { signal });
    }
  }
}
