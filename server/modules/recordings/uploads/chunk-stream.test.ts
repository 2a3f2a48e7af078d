import type { FileHandle } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { writeChunk } from './chunk-stream.ts';

afterEach(() => void vi.useRealTimers());

test('bytes that arrive while a batch is written are written once, however slow the disk is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const writes: { from: number; bytes: number; end: () => void }[] = [];
  const writev = (batch: Buffer[], from: number) =>
    new Promise((resolve) => {
      const bytes = Buffer.concat(batch).length;
      writes.push({ from, bytes, end: () => resolve({ bytesWritten: bytes }) });
    });
  const source = new PassThrough({ highWaterMark: 4 * 1024 * 1024 });
  const written = writeChunk(source, { writev } as unknown as FileHandle, 500, {
    signal: new AbortController().signal,
    onBytes: () => undefined,
    maxBytes: 2 * 1024 * 1024,
    tooLong: () => new Error('too long'),
  });
  source.write(Buffer.alloc(1024 * 1024));
  source.end(Buffer.alloc(1000));
  await vi.waitFor(() => expect(source.readableEnded).toBe(true), { timeout: 15_000 });
  writes[0]?.end();
  await vi.waitFor(() => expect(writes).toHaveLength(2), { timeout: 15_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  for (const { end } of writes) end();
  expect(await written).toBe(1024 * 1024 + 1000);
  expect(writes.map(({ from, bytes }) => [from, bytes])).toEqual([
    [500, 1024 * 1024],
    [500 + 1024 * 1024, 1000],
  ]);
});
