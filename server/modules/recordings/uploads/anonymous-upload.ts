import type { Db } from '#server/platform/db/index.ts';
import type { StoredChunk, Upload } from './repository.ts';
import * as repository from './repository.ts';

/* Uploads of clients that know only the specification: their chunks name neither their upload nor what it replaces. */

/** After this long without a chunk an anonymous upload makes room: its device can only continue it at once or never. */
export const anonymousTimeoutMs = 10 * 60_000;
/**
 * The same if another anonymous file begins, since the previous one was then interrupted. Longer than `touchEveryMs`.
 */
export const anonymousRestartMs = 2 * 60_000;
/** Time within which a client that lost the last response repeats the chunk. */
const repeatedWithinMs = 10 * 60_000;

export const isAnonymousClient = ({ place, insteadOf }: Upload): boolean => place === null && insteadOf === null;

/** Returns whether this is the first chunk of a file other than the one being received. */
export async function beginsAnotherFile(
  db: Db,
  open: Upload,
  totalChunks: number,
  { index, sha256 }: StoredChunk,
): Promise<boolean> {
  if (index !== 0) return false;
  if (open.totalChunks !== totalChunks) return true;
  const first = await repository.findChunk(db, open.id, 0);
  return first !== undefined && first.sha256 !== sha256;
}

/** Returns the upload that was just assembled, if this chunk repeats one of its chunks. */
export async function findRepeated(
  db: Db,
  protocolId: string,
  { chunk, totalChunks, now }: { chunk: StoredChunk; totalChunks: number; now: Date },
): Promise<Upload | undefined> {
  const last = await repository.findNewest(db, protocolId, ['assembled']);
  if (last?.totalChunks !== totalChunks) return undefined;
  const isRecent = now.getTime() - (last.assembledAt?.getTime() ?? 0) < repeatedWithinMs;
  const known = isRecent ? await repository.findChunk(db, last.id, chunk.index) : undefined;
  return known?.sha256 === chunk.sha256 ? last : undefined;
}
