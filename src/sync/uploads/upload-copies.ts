import { isResting, type UploadRow } from '../store/upload-row.ts';
import { wait } from '../time/clock.ts';
import { acquireLock } from '../time/web-lock.ts';
import type { DriverDeps } from './driver-port.ts';
import { stage } from './staging.ts';
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
