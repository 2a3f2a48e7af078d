import type { Clock } from '../time/clock.ts';
import type { Store } from './store.ts';
import type { UploadRow } from './upload-row.ts';

/** Minimum interval of writes that can wait: on a fast connection one write per chunk costs as much as rendering. */
const soonMs = 250;

/**
 * Keeps the latest state of a row, one write at a time: what changed while the last write ran goes out in the next.
 * A row that cannot be written costs a resync after a crash, never the upload; `onFull` hears of it.
 */
export function createRowWriter(store: Pick<Store, 'putUpload'>, clock: Clock, onFull: () => void) {
  let latest: UploadRow | undefined;
  let writing: Promise<void> | undefined;
  let isKept = true;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let waiting: { kept: PromiseWithResolvers<void>; cancel: () => void } | undefined;

  async function write(): Promise<void> {
    while (latest) {
      const row = latest;
      latest = undefined;
      isKept = await store.putUpload(row).then(
        () => true,
        () => {
          onFull();
          return false;
        },
      );
    }
    writtenAt = clock.now();
    writing = undefined;
  }

  /** Writes at once; resolves when all rows handed in are written, or have failed. */
  function flush(): Promise<void> {
    if (latest) writing ??= write();
    const done = writing ?? Promise.resolve();
    waiting?.cancel();
    void done.then(waiting?.kept.resolve);
    waiting = undefined;
    return done;
  }

  return {
    save(row: UploadRow): void {
      latest = row;
      void flush();
    },
    /** Writes the row within a moment, together with further changes. */
    saveSoon(row: UploadRow): void {
      latest = row;
      if (waiting || writing) return;
      const ms = writtenAt + soonMs - clock.now();
      if (ms <= 0) return void flush();
      // The device's clock may have been put back.
      waiting = { kept: Promise.withResolvers(), cancel: clock.after(Math.min(ms, soonMs), () => void flush()) };
    },
    /** Drops a row whose write has not begun. */
    discard(): void {
      latest = undefined;
    },
    /** Writes at once; resolves when all rows handed in are written, or have failed. */
    flush,
    /** Resolves when all rows handed in are written at their time; with false where the last write failed. */
    async kept(): Promise<boolean> {
      await (waiting?.kept.promise ?? writing);
      return isKept;
    },
  };
}
