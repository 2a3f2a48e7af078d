import { chunkBytes } from '#contract/upload.ts';
import type { UploadRow } from './upload-row.ts';

/** The row of an upload that begins. */
export function newRow(
  file: File,
  { id, ownerId, protocolId, now }: { id: string; ownerId: string; protocolId: string; now: number },
): UploadRow {
  const total = Math.ceil(file.size / chunkBytes);
  return {
    id,
    uploadId: id,
    ownerId,
    protocolId,
    name: file.name,
    type: file.type,
    size: file.size,
    lastModified: file.lastModified,
    chunkSize: chunkBytes,
    total,
    state: 'queued',
    begun: false,
    acknowledged: [],
    hashes: new Array<null>(total).fill(null),
    attempt: 0,
    nextAttemptAt: null,
    lastError: null,
    processAt: null,
    processed: false,
    createdAt: now,
  };
}
