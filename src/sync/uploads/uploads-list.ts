import { createStore } from 'zustand/vanilla';
import type { UploadRow } from '../store/upload-row.ts';
import type { Clock } from '../time/clock.ts';
import type { Drive } from './engine-types.ts';
import { type Live, sentBytesOf, type UploadView, viewOf } from './upload-view.ts';
import type { UploadsChannel } from './uploads-channel.ts';

const drawEveryMs = 250;
/** Time after which a connection without progress counts as stalled; before that it is too early to tell. */
const learningMs = 700;

export type UploadList = ReturnType<typeof createUploadList>;

/** The queue as screens show it, in snapshots that stay the same until something changes. */
export function createUploadList(clock: Clock, channel: Pick<UploadsChannel, 'post'>) {
  const drawn = createStore<{ views: readonly UploadView[]; isRead: boolean }>(() => ({ views: [], isRead: false }));
  const views = new Map<string, UploadView>();
  const rows = new Map<string, UploadRow>();
  const meters = new Map<string, ReturnType<typeof createSpeedMeter>>();
  const moved = new Map<string, { bytes: number; at: number }>();
  const full = new Set<string>();
  let owner: string | null = null;
  let scheduled = false;

  function draw(): void {
    scheduled = false;
    drawn.setState({ views: [...views.values()] });
  }

  /** Progress comes many times a second: it is drawn four times a second, a change of state at once. */
  function put(view: UploadView, own: boolean): void {
    const before = views.get(view.id);
    views.set(view.id, view);
    if (view.state === 'cancelled') views.delete(view.id);
    const onlyProgress = before?.state === view.state && before.error?.code === view.error?.code;
    if (!onlyProgress) draw();
    else if (!scheduled) {
      scheduled = true;
      clock.after(drawEveryMs, draw);
    }
    if (own && owner !== null && (!onlyProgress || before?.acknowledgedChunks !== view.acknowledgedChunks)) {
      channel.post({ type: 'view', ownerId: owner, view });
    }
  }

  function show(row: UploadRow, live: Live, own: boolean): void {
    // Somebody else may have signed in while it was read.
    if (row.ownerId !== owner) return;
    rows.set(row.id, row);
    const meter = meters.get(row.id) ?? createSpeedMeter();
    meters.set(row.id, meter);
    if (row.state !== 'uploading') meter.reset();
    const sent = sentBytesOf(row, live);
    if (sent > (moved.get(row.id)?.bytes ?? -1)) moved.set(row.id, { bytes: sent, at: clock.now() });
    const bytesPerSecond = row.state === 'uploading' ? meter.measure(sent, clock.now()) : 0;
    const best = views.get(row.id)?.sentBytes ?? 0;
    put(viewOf(row, live, { best, bytesPerSecond, full: full.has(row.id) }), own);
  }

  return {
    views: (): readonly UploadView[] => drawn.getState().views,
    subscribe: drawn.subscribe,
    isRead: (): boolean => drawn.getState().isRead,
    markRead: (): void => drawn.setState({ isRead: true }),
    showDrive: (drive: Drive) => show(drive.row, drive, true),
    /** Shows a row that nobody drives here, with its staged chunks. */
    showRow: (row: UploadRow, staged: readonly number[]) => show(row, { flight: {}, partial: {}, staged }, false),
    /** A view that another tab drives. */
    showForeign(view: UploadView | undefined): void {
      if (view) put(view, false);
    },
    markFull(id: string): void {
      full.add(id);
      const view = views.get(id);
      if (!view) return;
      views.set(id, { ...view, keepTabOpen: true });
      draw();
    },
    /** Whether an upload moves, and fast enough to be done within this many seconds. */
    isNearlyThrough(id: string, seconds: number): boolean {
      const view = views.get(id);
      const isMoving = clock.now() - (moved.get(id)?.at ?? 0) < learningMs;
      if (!isMoving || (view?.state !== 'uploading' && view?.state !== 'queued' && view?.state !== 'syncing'))
        return false;
      return view.secondsLeft === null || view.secondsLeft <= seconds;
    },
    /** The row as it was last shown here: all that is left of it where the browser's storage was cleared. */
    rowOf: (id: string): UploadRow | undefined => (views.has(id) ? rows.get(id) : undefined),
    remove(id: string): void {
      rows.delete(id);
      if (views.delete(id)) draw();
    },
    clear(nextOwner: string | null): void {
      owner = nextOwner;
      views.clear();
      rows.clear();
      meters.clear();
      drawn.setState({ views: [], isRead: false });
    },
  };
}

const windowMs = 8_000;

/** Bytes per second over the last seconds: steady enough for «осталось 3 мин», quick enough to notice a slow connection. */
function createSpeedMeter() {
  let samples: { at: number; bytes: number }[] = [];
  return {
    /** Takes the bytes sent so far, in all; answers the speed, 0 while it cannot be told. */
    measure(bytes: number, now: number): number {
      samples = samples.filter((sample) => now - sample.at <= windowMs);
      const first = samples[0];
      samples.push({ at: now, bytes });
      if (!first || now - first.at < 500) return 0;
      return Math.max(0, ((bytes - first.bytes) / (now - first.at)) * 1000);
    },
    reset(): void {
      samples = [];
    },
  };
}
