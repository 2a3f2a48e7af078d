import { isReadable } from '../store/is-readable.ts';
import { hasIndex } from '../store/ranges.ts';
import { StorageFullError, type Store } from '../store/store.ts';
import { isResting, type UploadRow } from '../store/upload-row.ts';
import { wait } from '../time/clock.ts';
import { acquireLock } from '../time/web-lock.ts';
import type { DriverDeps } from './driver-port.ts';
import type { Hasher } from './hasher.ts';
import { cut } from './source.ts';
import type { Drives } from './upload-drives.ts';
import type { UploadsChannel } from './uploads-channel.ts';
import type { UploadList } from './uploads-list.ts';

interface CopiesDeps extends Pick<DriverDeps, 'store' | 'locks' | 'hash' | 'clock'> {
  channel: Pick<UploadsChannel, 'post'>;
}

interface CopiesContext {
  list: UploadList;
  /** The files that this tab can read, by upload. */
  files: ReadonlyMap<string, File>;
  drives: Pick<Drives, 'has' | 'rowOf' | 'dispatch'>;
  /** Aborted when this tab lets go for good. */
  signal: AbortSignal;
}

const lookAgainMs = 200;
/** An upload that will be done within this many seconds is not copied: a copy would only slow it down. */
const nearSeconds = 3;
/** No copy is begun that would be given up half-way: what is copied while the rest is sent takes about half of the time. */
const worthwhileSeconds = 2 * nearSeconds;

/** Copies recordings onto the device in this tab, both while they are sent and while they are paused. */
export function createCopies({ store, locks, hash, clock, channel }: CopiesDeps, context: CopiesContext) {
  const { list, files, drives, signal } = context;
  const copying = new Set<string>();

  /** Copies the file of an upload chunk by chunk; one tab at a time does so. */
  async function keep(id: string): Promise<void> {
    const file = files.get(id);
    if (!file || copying.has(id)) return;
    copying.add(id);
    const release = await acquireLock(locks, `upload-copy:${id}`, { signal }).catch(() => undefined);
    if (release) await copy(id, file).finally(release);
    copying.delete(id);
  }

  async function copy(id: string, file: File): Promise<void> {
    let enoughSeconds = worthwhileSeconds;
    const result = await stage(file, {
      store,
      hash,
      signal,
      row: () => drives.rowOf(id),
      async untilWorthwhile() {
        while (!signal.aborted && list.isNearlyThrough(id, enoughSeconds)) await wait(clock, lookAgainMs, signal);
        enoughSeconds = nearSeconds;
      },
      onStaged(row, index, sha256) {
        if (drives.dispatch(id, { type: 'hashed', index, sha256 })) drives.dispatch(id, { type: 'staged', index });
        else void showResting(row);
      },
    });
    if (result === 'full') list.markFull(id);
    if (result === 'unkept' && (await isKeptAgain(id))) await copy(id, file);
  }

  /** Waits until the driver has kept a row again that the browser's storage lost; false once nobody drives it. */
  async function isKeptAgain(id: string): Promise<boolean> {
    while (drives.has(id) && !signal.aborted) {
      if (await store.getUpload(id).catch(() => undefined)) return true;
      await wait(clock, lookAgainMs, signal);
    }
    return false;
  }

  /** Shows the progress of the copy of an upload that is driven by no tab, or by another one. */
  async function showResting(row: UploadRow): Promise<void> {
    channel.post({ type: 'copied', id: row.id });
    if (isResting(row.state)) list.showRow(row, await store.stagedIndexes(row.id));
  }

  return { keep };
}

interface StagingDeps {
  store: Pick<Store, 'putChunk' | 'deleteChunk' | 'stagedIndexes'>;
  hash: Hasher;
  /** Returns the current row; undefined once the upload is over. */
  row(): Promise<UploadRow | undefined>;
  /** Resolves when the next copy is worth its cost: never while the upload will be done before a copy could matter. */
  untilWorthwhile(): Promise<void>;
  onStaged(row: UploadRow, index: number, sha256: string): void;
  signal: AbortSignal;
}

/**
 * Copies the file chunk by chunk onto the device, from its end, while sending goes on from its beginning: where they
 * meet all is safe, and what was sent by then need not be copied. Resolves 'done', or why it stopped: 'unkept' where the
 * device has no row of the upload, so that nothing would lead to its chunks.
 */
async function stage(file: File, deps: StagingDeps): Promise<'done' | 'full' | 'source-lost' | 'stopped' | 'unkept'> {
  try {
    let row = await deps.row();
    const staged = new Set(row ? await deps.store.stagedIndexes(row.id) : []);
    while (row) {
      await deps.untilWorthwhile();
      if (deps.signal.aborted) return 'stopped';
      const index = lastMissing(row, staged);
      if (index === undefined) return 'done';
      const after = await stageOne(file, row, index, deps, staged);
      if (after === 'unkept') return after;
      row = after;
    }
    return 'done';
  } catch (error) {
    // A disk that fills up before the quota is reached fails like a missing file: only reading tells them apart.
    return error instanceof StorageFullError || (await isReadable(file)) ? 'full' : 'source-lost';
  }
}

/** Stages one chunk, unless it arrived at the server or was cut anew meanwhile. Resolves with the row as it is then. */
async function stageOne(
  file: File,
  { chunkSize }: UploadRow,
  index: number,
  { store, hash, row, onStaged }: StagingDeps,
  staged: Set<number>,
): Promise<UploadRow | 'unkept' | undefined> {
  const isNeeded = (now: UploadRow) => now.chunkSize === chunkSize && !hasIndex(now.acknowledged, index);
  const before = await row();
  if (!before || !isNeeded(before)) return before;
  const blob = cut(file, before, index);
  const sha256 = before.hashes[index] ?? (await hash(blob));
  if (!(await store.putChunk({ uploadId: before.id, index, blob, sha256 }))) return 'unkept';
  const after = await row();
  if (after && isNeeded(after)) {
    staged.add(index);
    onStaged(after, index, sha256);
    return after;
  }
  await store.deleteChunk(before.id, index);
  if (after?.chunkSize !== chunkSize) staged.clear();
  return after;
}

function lastMissing({ total, acknowledged }: UploadRow, staged: ReadonlySet<number>): number | undefined {
  for (let index = total - 1; index >= 0; index--) {
    if (!staged.has(index) && !hasIndex(acknowledged, index)) return index;
  }
  return undefined;
}
