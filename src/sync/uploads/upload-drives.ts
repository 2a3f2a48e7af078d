import type { Connectivity } from '../connectivity/connectivity.ts';
import { timeLimit } from '../http/client.ts';
import { isResting, type UploadRow } from '../store/upload-row.ts';
import { acquireLock } from '../time/web-lock.ts';
import { Driver } from './driver.ts';
import type { DriverDeps } from './driver-port.ts';
import type { EngineEvent } from './engine-types.ts';
import { waitsForOther } from './faults.ts';
import type { UploadsChannel } from './uploads-channel.ts';
import type { UploadList } from './uploads-list.ts';

export interface DrivesDeps extends Omit<DriverDeps, 'onCall' | 'onBusy' | 'onStage' | 'onChange' | 'onFull'> {
  connectivity: Pick<Connectivity, 'isOnline' | 'subscribe' | 'reportSuccess' | 'reportFailure' | 'reportBusy'>;
  channel: Pick<UploadsChannel, 'post'>;
}

interface DrivesContext {
  list: UploadList;
  /** The files that this tab can read, by upload. */
  files: ReadonlyMap<string, File>;
  owner(): string | null;
  onStage: DriverDeps['onStage'];
  /** Called when a drive began in this tab. */
  onDrive(id: string): void;
  /** Called when a drive of this tab is over, and its result is kept. */
  onEnd(): void;
}

/**
 * The uploads that this tab drives. One tab drives an upload, under the lock `upload:{id}`; the others wait for the
 * lock, so that one of them takes over when that tab is gone.
 */
export function createDrives(deps: DrivesDeps, { list, files, owner, onStage, onDrive, onEnd }: DrivesContext) {
  const { store, locks, connectivity, channel } = deps;
  const drivers = new Map<string, Driver>();
  const watched = new Set<string>();
  /** The work of this tab under the lock of an upload, by the upload. */
  const lockedWork = new Map<string, Promise<void>>();
  /** Commands that came while nobody could take them, with their time. */
  const pending = new Map<string, { event: EngineEvent; at: number }>();
  const ended = new AbortController();

  /**
   * Waits for the upload's lock and drives it, unless another tab brings it to its end. `unkept` is the row of one that
   * the device had no room for.
   */
  async function watch(id: string, unkept?: UploadRow): Promise<void> {
    if (watched.has(id) || drivers.has(id)) return;
    watched.add(id);
    const release = await acquireLock(locks, lockOf(id), { signal: ended.signal }).catch(() => undefined);
    if (!release) return;
    await keepLock(id, () => (unkept ? run(unkept, { type: 'start' }) : takeUp(id))).finally(() => {
      watched.delete(id);
      release();
    });
  }

  async function takeUp(id: string, isSignIn = false): Promise<void> {
    const row = await store.getUpload(id).catch(() => list.rowOf(id));
    if (!row) list.remove(id);
    else if (row.ownerId !== owner()) return;
    else if (isSignIn && row.state === 'wait-auth') await run(row, { type: 'resume' });
    else if (isResting(row.state)) list.showRow(row, await store.stagedIndexes(id));
    else await run(row, { type: 'start' });
  }

  /** Drives a row whose lock is held, until it rests. */
  async function run(row: UploadRow, first: EngineEvent): Promise<void> {
    // This tab was stopped while it read the row: nothing would end the drive any more.
    if (ended.signal.aborted) return;
    const driver = new Driver(
      {
        ...deps,
        onBusy: connectivity.reportBusy,
        onCall: (through) => (through ? connectivity.reportSuccess() : connectivity.reportFailure()),
        onStage,
        onChange: (drive) => list.showDrive(drive),
        onFull: () => list.markFull(row.id),
      },
      row,
      files.get(row.id),
    );
    drivers.set(row.id, driver);
    onDrive(row.id);
    // Where the device fails to tell them, those of a recording made here are counted again before anything is sent.
    driver.begin(first, await store.stagedIndexes(row.id).catch(() => []));
    const command = pending.get(row.id);
    pending.delete(row.id);
    if (command && deps.clock.now() - command.at < commandMs) driver.dispatch(command.event);
    await driver.ended;
    if (drivers.get(row.id) === driver) drivers.delete(row.id);
    onEnd();
  }

  /** Gives a command to the tab that drives the upload. Where none does, the drive begins here. */
  async function command(id: string, event: EngineEvent): Promise<void> {
    if (commandHere(id, event)) return;
    channel.post({ type: 'command', id, event });
    const release = await acquireSoon(id);
    if (!release) return;
    pending.delete(id);
    // Where the browser's storage was cleared, what this tab shows and the server holds is enough to go on.
    const row = (await store.getUpload(id).catch(() => undefined)) ?? list.rowOf(id);
    if (row?.ownerId !== owner()) return release();
    channel.post({ type: 'watch', id });
    void keepLock(id, () => run(row, event)).finally(release);
  }

  /**
   * Resumes an upload that waits for a sign-in. Each tab does so, and where another one had the lock before, the person may
   * have paused the upload since: it counts what the row says once the lock is here.
   */
  async function resumeSignedIn(id: string): Promise<void> {
    if (isDriven(id)) return;
    const release = await acquireSoon(id);
    if (!release) return;
    channel.post({ type: 'watch', id });
    await keepLock(id, () => takeUp(id, true)).finally(release);
  }

  async function acquireSoon(id: string): Promise<(() => void) | undefined> {
    // A stopping drive of this tab is awaited for as long as it takes, another tab's only for a moment.
    await lockedWork.get(id);
    const free = await acquireLock(locks, lockOf(id), { ifAvailable: true });
    if (free) return free;
    const limit = timeLimit(deps.clock, commandMs);
    return acquireLock(locks, lockOf(id), { signal: limit.signal })
      .catch(() => undefined)
      .finally(limit.clear);
  }

  /** Does work under the upload's lock; until it is done, commands of this tab wait. */
  async function keepLock(id: string, work: () => Promise<void>): Promise<void> {
    const working = work();
    const settled = working.catch(() => undefined);
    lockedWork.set(id, settled);
    await working.finally(() => {
      if (lockedWork.get(id) === settled) lockedWork.delete(id);
    });
  }

  /** Whether a driver of this tab is at work on the upload. */
  const isDriven = (id: string): boolean => drivers.get(id)?.signal.aborted === false;

  /** Dispatches an event to the driver in this tab; false where there is none. */
  function dispatch(id: string, event: EngineEvent): boolean {
    if (!isDriven(id)) return false;
    drivers.get(id)?.dispatch(event);
    return true;
  }

  /** Gives a command to the driver in this tab, or keeps it for the one that is about to begin. False where there is none yet. */
  function commandHere(id: string, event: EngineEvent): boolean {
    if (dispatch(id, event)) return true;
    if (watched.has(id)) pending.set(id, { event, at: deps.clock.now() });
    return false;
  }

  /** Stops all drivers: another person signed in, or nobody. */
  function stop(): void {
    for (const driver of drivers.values()) driver.stop();
  }

  return {
    watch,
    command,
    resumeSignedIn,
    /** Adds the chunks that another tab staged of an upload that is driven here. */
    async recount(id: string): Promise<void> {
      if (!drivers.has(id)) return;
      for (const index of await store.stagedIndexes(id)) dispatch(id, { type: 'staged', index });
    },
    dispatch,
    commandHere,
    stop,
    has: (id: string) => drivers.has(id),
    /** Resolves with the driver's row, else the kept one; undefined once the upload is over. */
    rowOf: async (id: string): Promise<UploadRow | undefined> =>
      drivers.get(id)?.drive.row ?? (await store.getUpload(id)),
    sendToAll(event: EngineEvent): void {
      for (const driver of drivers.values()) driver.dispatch(event);
    },
    /** Lets the uploads try now that wait for something else on this device; the others keep the time of their retry. */
    wakeWaiting(): void {
      for (const driver of drivers.values()) {
        if (waitsForOther(driver.drive.row.lastError)) driver.dispatch({ type: 'online' });
      }
    },
    /** Stops for good. */
    end(): void {
      ended.abort();
      stop();
    },
  };
}

export type Drives = ReturnType<typeof createDrives>;

/**
 * Maximum age of a kept command: a lock passes from one tab to another within a moment, so an older one is outdated.
 */
const commandMs = 5_000;

function lockOf(id: string): string {
  return `upload:${id}`;
}
