import type { UploadRow } from '../store/upload-row.ts';

/** The row of an upload that begins. */
export function newRow(
  file: Pick<File, 'name' | 'type' | 'size' | 'lastModified'>,
  {
    id,
    ownerId,
    protocolId,
    chunkSize,
    now,
  }: Pick<UploadRow, 'id' | 'ownerId' | 'protocolId' | 'chunkSize'> & { now: number },
): UploadRow {
  const total = Math.ceil(file.size / chunkSize);
  return {
    id,
    uploadId: id,
    ownerId,
    protocolId,
    name: file.name,
    type: file.type,
    size: file.size,
    lastModified: file.lastModified,
    chunkSize,
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
