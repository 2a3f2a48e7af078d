import { expect, test } from 'vitest';
import type { Db } from '#server/platform/db/index.ts';
import type { ChunkStore } from './chunk-store.ts';
import { openUploadForChunk } from './find-or-start-upload.ts';
import type { Upload } from './repository.ts';

const mb = 1024 ** 2;
const place = { ownerId: 'anna', protocolId: 'p' };
const take = (freeBytes: number, upload: Partial<Upload>, chunk_index = 0) => {
  const chunks = { hasReserve: async () => freeBytes >= 256 * mb, ensureChunkPlace: async (each: Upload) => each };
  const found = { ...place, state: 'receiving', totalChunks: 1_000_000, chunkSize: null, totalSize: null, ...upload };
  const parts = {
    db: {} as Db,
    chunks: chunks as unknown as ChunkStore,
    now: () => new Date(),
    isEarlierChunkArriving: () => false,
  };
  return openUploadForChunk(parts, place, { chunk_index, total_chunks: 1_000_000 }, 'a.mp4', found as Upload);
};

test('an upload without a size stops before the disk is full, one with a size goes on', async () => {
  await expect(take(100 * mb, {})).rejects.toMatchObject({ status: 507, code: 'storage_full' });
  await expect(take(300 * mb, {})).resolves.toMatchObject(place);
  await expect(take(100 * mb, { totalSize: 5 * mb })).resolves.toMatchObject(place);
});

test('an upload stops at the largest file size, with 413', async () => {
  await expect(take(300 * mb, { chunkSize: 1024 * mb }, 255)).resolves.toMatchObject(place);
  await expect(take(300 * mb, { chunkSize: 1024 * mb }, 256)).rejects.toMatchObject({ status: 413 });
});
