import { timeLimit } from '../http/client.ts';
import type { Session } from '../session/session.ts';
import { isResting, type UploadState } from '../store/upload-row.ts';
import { acquireLock } from '../time/web-lock.ts';
import type { WorkTime } from '../time/work-time.ts';
import { Driver } from './driver.ts';
import type { DriverDeps } from './driver-port.ts';
import type { Drive } from './engine-types.ts';

const lettingGoMs = 3_000;
/** Failures in a row after which the rest is left for the next sync: the browser fires it when the connection is back. */
const maxAttempts = 8;

export interface DrainDeps
  extends Omit<DriverDeps, 'onCall' | 'onBusy' | 'onStage' | 'onChange' | 'onFull' | 'session'> {
  session: Session;
  /** Aborted when a window takes over, or the person signs out. */
  signal: AbortSignal;
  time: WorkTime;
}

/**
 * Sends the staged chunks of the signed-in person's uploads while no window is open. Resolves true when no work is left
 * that the worker could do later; a lost connection, the end of its time or a window that keeps a lock leaves some.
 */
export async function drainUploads(deps: DrainDeps): Promise<boolean> {
  const owner = await deps.session.owner();
  if (owner === null) return true;
  let finished = true;
  for (const { id, state } of await deps.store.uploadsOf(owner)) {
    if (deps.signal.aborted) return true;
    if (isResting(state)) continue;
    const release = deps.time.nothingNew.aborted ? undefined : await acquireSoon(deps, `upload:${id}`);
    const reached = release ? await driveOnce(deps, id).finally(release) : state;
    if (!isResting(reached)) finished = false;
  }
  return finished || deps.signal.aborted;
}

/** Acquires the lock, if it is free soon: a closing window releases it a moment later, a frozen one does not. */
async function acquireSoon({ locks, clock }: DrainDeps, name: string): Promise<(() => void) | undefined> {
  const limit = timeLimit(clock, lettingGoMs);
  return acquireLock(locks, name, { signal: limit.signal })
    .catch(() => undefined)
    .finally(limit.clear);
}

async function driveOnce(deps: DrainDeps, id: string): Promise<UploadState> {
  const row = await deps.store.getUpload(id);
  if (!row || isResting(row.state)) return row?.state ?? 'done';
  const { signal, time } = deps;
  const driver: Driver = new Driver(
    {
      ...deps,
      onCall: () => undefined,
      onBusy: () => undefined,
      onStage: () => undefined,
      onFull: () => undefined,
      onChange: (drive) => {
        if (isLeftForLater(drive, time.end)) driver.stop();
      },
    },
    { ...row, attempt: 0 },
    undefined,
  );
  const stop = () => driver.stop();
  const drain = () => driver.dispatch({ type: 'drain' });
  const mustStop = AbortSignal.any([signal, time.over]);
  mustStop.addEventListener('abort', stop);
  time.nothingNew.addEventListener('abort', drain);
  if (mustStop.aborted) stop();
  driver.begin({ type: 'start' }, await deps.store.stagedIndexes(id));
  if (time.nothingNew.aborted) drain();
  await driver.ended;
  mustStop.removeEventListener('abort', stop);
  time.nothingNew.removeEventListener('abort', drain);
  return driver.drive.row.state;
}

function isLeftForLater({ row, draining, flight }: Drive, end: number): boolean {
  if (row.nextAttemptAt !== null) return row.attempt >= maxAttempts || row.nextAttemptAt > end;
  return draining && row.state === 'uploading' && Object.keys(flight).length === 0;
}
