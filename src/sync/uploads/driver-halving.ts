import { isWholeReadable } from '../store/is-readable.ts';
import { missingFrom } from '../store/ranges.ts';
import { StorageFullError } from '../store/store.ts';
import { chunkLength } from '../store/upload-row.ts';
import type { DriverPort } from './driver-port.ts';
import { faults } from './faults.ts';
import { waitFor } from './find-wait.ts';

/** Pause before halving is tried again on a device without room for it. */
const halvingMs = 60_000;

/**
 * Halves what is staged, and the row with it. Where the person agreed to a gap and the device still cannot read that part,
 * it is left out. Resolves with false, and tells the engine why, where nothing was halved.
 */
export async function halveOnDevice(driver: DriverPort): Promise<boolean> {
  const { store } = driver.deps;
  const { id, chunkSize, gaps = [] } = driver.drive.row;
  try {
    await store.halveChunks(id, chunkSize, await findUnreadable(driver, gaps));
    return true;
  } catch (error) {
    await reportFailure(driver, error);
    return false;
  }
}

/** Of a recording made here a part that cannot be read hinders halving: the person decides on it. */
async function reportFailure(driver: DriverPort, error: unknown): Promise<void> {
  const { row } = driver.drive;
  const mayBeDamaged = row.recorded && !(error instanceof StorageFullError);
  const lost = mayBeDamaged ? await findUnreadable(driver, [...missingFrom([], row.total)]).catch(() => undefined) : [];
  if (!lost) driver.dispatch(waitFor(faults.deviceUnreadable, driver.deps.clock));
  else if (lost.length === 0) driver.fail({ kind: 'wait', afterMs: halvingMs, fault: faults.deviceFull });
  else for (const index of lost) driver.dispatch({ type: 'source-lost', index, from: 'staged' });
}

/** Resolves with those of the chunks that the device cannot read. Rejects where it fails as a whole. */
async function findUnreadable({ deps: { store }, drive: { row } }: DriverPort, indexes: readonly number[]) {
  const unreadable: number[] = [];
  for (const index of indexes) {
    const chunk = await store.getChunk(row.id, index).catch(() => undefined);
    const isWhole = chunk?.blob.size === chunkLength(row, index) && (await isWholeReadable(chunk.blob));
    if (!isWhole) unreadable.push(index);
  }
  if (unreadable.length > 0) await store.stagedIndexes(row.id);
  return unreadable;
}
