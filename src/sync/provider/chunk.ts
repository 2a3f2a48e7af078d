import { readItem } from '#contract/envelope.ts';
import { uploadChunkReply } from '#contract/recordings/upload.ts';
import type { UploadRow } from '../store/upload-row.ts';

interface Chunk {
  row: UploadRow;
  index: number;
  /** Bytes of it that the server holds already. */
  offset: number;
  sha256: string;
  /** It goes to a bare provider: only the three fields that the specification names. */
  isPlainProvider: boolean;
}

/** The fields of a chunk beside its bytes. */
export function chunkFields({ row, index, offset, sha256, isPlainProvider }: Chunk): [name: string, value: string][] {
  const named: [string, string][] = [
    ['total_chunks', String(row.total)],
    ['chunk_index', String(index)],
  ];
  if (isPlainProvider) return named;
  return [
    ...named,
    ['upload_id', row.uploadId],
    ['chunk_size', String(row.chunkSize)],
    ['total_size', String(row.size)],
    ['chunk_sha256', sha256],
    ...(offset > 0 ? [['chunk_offset', String(offset)] as [string, string]] : []),
    ['file_name', row.name],
    ['file_type', row.type],
    // Only a recording that the person named is replaced, however old the row is.
    row.insteadOf ? ['instead_of', row.insteadOf] : ['place', 'next'],
    // A server that does not know these fields puts the recording after the others.
    ...(row.besideId ? [['beside_id', row.besideId] as [string, string]] : []),
    ...(row.speaker ? [['speaker', row.speaker] as [string, string]] : []),
  ];
}

/** Whether the body of a 2xx acknowledges the chunk: ours echoes it, a bare provider may answer anything. */
export function acknowledges(text: string, { row, index, isPlainProvider }: Chunk): boolean {
  if (isPlainProvider) return true;
  try {
    const reply = readItem(uploadChunkReply, JSON.parse(text));
    return reply.upload_id === row.uploadId && reply.chunk_index === index;
  } catch {
    return false;
  }
}
