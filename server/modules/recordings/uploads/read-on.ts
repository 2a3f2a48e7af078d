import { addAbortSignal } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Storage, StoredFile } from '#server/platform/storage/index.ts';

/** Maximum number of consecutive reads without any data. */
const mostFailures = 4;
const pauseMs = 500;

/**
 * Reads a large file. An interrupted read continues after the last byte, since a storage or its proxy may limit the
 * duration of one response.
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
      // Everything had already been read.
      if (at >= bytes) return;
      failures = at > start ? 0 : failures + 1;
      if (failures >= mostFailures) throw error;
      await pause(failures * pauseMs, undefined, { signal });
    }
  }
}
