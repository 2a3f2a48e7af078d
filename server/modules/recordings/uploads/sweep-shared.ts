import type { Db } from '#server/platform/db/index.ts';
import type { SharedStorage, Storage } from '#server/platform/storage/index.ts';
import { abandonedDays } from './abandoned-days.ts';
import { attemptAll } from './attempt-all.ts';
import { chunkRoot, isUploadKey, placeIn } from './chunk-key.ts';
import * as lease from './lease-repository.ts';

const dayMs = 24 * 3_600_000;
/** For ended uploads: a late writer of a chunk has finished by then. */
const endedMs = dayMs;
/**
 * For uploads missing in this database, which may be in that of another installation: there they were abandoned
 * earlier.
 */
const unknownMs = (abandonedDays + 1) * dayMs;
/** Parts of an object left incomplete for this long belong to a server that is gone. */
const unfinishedMs = dayMs;

type Deps = { db: Db; storage: Storage; shared: SharedStorage };

/**
 * Removes from a shared storage what belongs to no upload in progress. Others may use the same bucket and the same
 * folder names: only keys of a form that nobody else uses are removed, each individually, and only long after the last
 * object of its place was written.
 */
export async function sweepShared({ db, storage, shared }: Deps, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unfinishedMs);
  await attemptAll([
    () => removeChunks({ db, storage }, now),
    () => shared.removeUnfinished(chunkRoot, before, isUploadKey),
    () => shared.removeUnfinished('videos', before, isUploadKey),
  ]);
}

async function removeChunks({ db, storage }: Pick<Deps, 'db' | 'storage'>, now: Date): Promise<void> {
  const found = new Map<string, { keys: string[]; newest: number }>();
  for await (const { key, changedAt = now } of storage.list(chunkRoot)) {
    const place = placeIn(key);
    if (place === undefined) continue;
    const { keys, newest } = found.get(place) ?? { keys: [], newest: 0 };
    keys.push(key);
    found.set(place, { keys, newest: Math.max(newest, changedAt.getTime()) });
  }
  // Read after the listing, since a place is in its row before any object is written.
  const known = await lease.findPlaces(db, [...found.keys()]);
  const isOver = (place: string, newest: number) => {
    const upload = known.get(place);
    return !upload?.isOpen && now.getTime() - newest > (upload ? endedMs : unknownMs);
  };
  const over = [...found].filter(([place, { newest }]) => isOver(place, newest));
  await attemptAll(
    over.map(([, { keys }]) => async () => {
      for (const key of keys) await storage.remove(key);
    }),
  );
}
