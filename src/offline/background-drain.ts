import { Driver } from './driver.ts';
import type { DriverDeps } from './driver-port.ts';
import type { Session } from './session.ts';
import { hold } from './slots.ts';
import { isResting, type UploadState } from './upload-row.ts';

/** Chromium gives a sync event about three minutes. */
const noNewChunkMs = 120_000;
const stopMs = 150_000;

export interface DrainDeps extends Omit<DriverDeps, 'onCall' | 'onStage' | 'onChange' | 'onFull' | 'session'> {
  session: Session;
}

/**
 * Sends, with no window open, what is staged of the signed-in person's uploads. Resolves true when no work is left that
 * the worker could do later; a lost line or the end of its time leaves some.
 */
export async function drainUploads(deps: DrainDeps): Promise<boolean> {
  const owner = await deps.session.owner();
  if (owner === null) return true;
  const end = deps.clock.now() + stopMs;
  let finished = true;
  for (const { id } of await deps.store.uploadsOf(owner)) {
    const release = await hold(deps.locks, `upload:${id}`, { ifAvailable: true });
    // Whoever holds the lock is at work on it.
    if (!release) continue;
    const state = await driveOnce(deps, id, end).finally(release);
    if (state !== undefined && !isResting(state)) finished = false;
  }
  return finished;
}

async function driveOnce(deps: DrainDeps, id: string, end: number): Promise<UploadState | undefined> {
  const row = await deps.store.getUpload(id);
  if (!row || isResting(row.state)) return undefined;
  const staged = await deps.store.stagedIndexes(id);
  const left = end - deps.clock.now();
  const driver: Driver = new Driver(
    {
      ...deps,
      onCall: () => undefined,
      onStage: () => undefined,
      onFull: () => undefined,
      // Waiting is for the browser: it fires again when the line is back.
      onChange: ({ row, flight, slots }) => {
        const drained = slots === 0 && Object.keys(flight).length === 0 && row.state === 'uploading';
        if (row.nextAttemptAt !== null || drained) driver.stop();
      },
    },
    row,
    staged,
    undefined,
  );
  const takeBack = [
    deps.clock.after(left - (stopMs - noNewChunkMs), () => driver.dispatch({ type: 'drain' })),
    deps.clock.after(left, () => driver.stop()),
  ];
  driver.dispatch({ type: 'start' });
  await driver.ended;
  for (const cancel of takeBack) cancel();
  return driver.drive.row.state;
}
