import type { Db } from '#server/platform/db/index.ts';
import {
  attemptAll,
  attemptEach,
  type SharedStorage,
  type Storage,
  sweepDiscardedFiles,
} from '#server/platform/storage/index.ts';
import { chunkRoot, isOwnKey, ownFolders, placeIn } from './chunk-key.ts';
import type { ChunkStore } from './chunk-store.ts';
import * as lease from './lease-repository.ts';
import { keepNamedFiles } from './named-files-repository.ts';
import type { PartialChunks } from './partial-chunks.ts';
import * as repository from './repository.ts';

/**
 * Removes abandoned uploads, files that belong to no upload, and files in the storage to which nothing refers any more.
 */
export async function sweepUploads(parts: {
  db: Db;
  chunks: ChunkStore;
  partials: PartialChunks;
  storage: Storage;
  dataDir: string;
  now: Date;
}): Promise<void> {
  const { db, chunks, partials, storage, dataDir, now } = parts;
  const before = new Date(now.getTime() - abandonedDays * 24 * 3_600_000);
  const forgotten = await repository.forgetAbandoned(db, before, now);
  for (const { id } of forgotten) partials.forget(id);
  await attemptAll([
    () => attemptEach(forgotten, (upload) => chunks.remove(upload)),
    async () => {
      await keepNamedFiles(db, now);
      await sweepDiscardedFiles(db, storage, now, dataDir);
    },
    () => chunks.sweep(now),
    () => forgetEnded({ db, partials }),
  ]);
}

/** Forgets the recorded parts of chunks whose upload has ended, perhaps on another server. */
async function forgetEnded({ db, partials }: { db: Db; partials: PartialChunks }): Promise<void> {
  const known = partials.uploads();
  const open = await repository.filterOpen(db, known);
  for (const id of known) if (!open.has(id)) partials.forget(id);
}

/** Days without a chunk after which an upload is given up. */
export const abandonedDays = 7;

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

type SharedDeps = { db: Db; storage: Storage; shared: SharedStorage };

/**
 * Removes from a shared storage what belongs to no upload in progress. Others may use the same bucket and the same
 * folder names: only keys of a form that nobody else uses are removed, each individually, and only long after the last
 * object of its place was written.
 */
export async function sweepShared({ db, storage, shared }: SharedDeps, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unfinishedMs);
  await attemptAll([
    () => removeChunks({ db, storage }, now),
    ...ownFolders.map((folder) => () => shared.removeUnfinished(folder, before, isOwnKey)),
  ]);
}

async function removeChunks({ db, storage }: Pick<SharedDeps, 'db' | 'storage'>, now: Date): Promise<void> {
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
  await attemptEach(over, async ([, { keys }]) => {
    for (const key of keys) await storage.remove(key);
  });
}
