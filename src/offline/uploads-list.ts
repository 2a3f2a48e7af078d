import type { Clock } from './clock.ts';
import type { Drive } from './engine-types.ts';
import { createSpeedMeter } from './speed-meter.ts';
import { acknowledgedBytes, type UploadRow } from './upload-row.ts';
import { type Live, type UploadView, viewOf } from './upload-view.ts';
import type { UploadsChannel } from './uploads-channel.ts';

const idle: Live = { flight: {}, staged: [] };
const drawEveryMs = 100;
/** A line that is done in so many seconds is left to itself: a copy would only slow it down. */
const nearSeconds = 3;
/** As long as this it is too early to tell. */
const learningMs = 700;

export type UploadList = ReturnType<typeof createUploadList>;

/** What screens show of the queue, as snapshots that stay the same until something changes. */
export function createUploadList(clock: Clock, channel: Pick<UploadsChannel, 'post'>) {
  const listeners = new Set<() => void>();
  const views = new Map<string, UploadView>();
  const meters = new Map<string, ReturnType<typeof createSpeedMeter>>();
  const begun = new Map<string, number>();
  const full = new Set<string>();
  let snapshot: readonly UploadView[] = [];
  let owner: string | null = null;
  let scheduled = false;

  function draw(): void {
    scheduled = false;
    snapshot = [...views.values()];
    for (const listener of [...listeners]) listener();
  }

  /** Progress comes many times a second: it is drawn ten times a second, a change of state at once. */
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

  function isLearning(id: string): boolean {
    return clock.now() - (begun.get(id) ?? 0) < learningMs;
  }

  function show(row: UploadRow, live: Live, own: boolean): void {
    const meter = meters.get(row.id) ?? createSpeedMeter();
    meters.set(row.id, meter);
    if (row.state !== 'uploading') meter.reset();
    if (!begun.has(row.id)) begun.set(row.id, clock.now());
    const underWay = Object.values(live.flight).reduce((sum, sent) => sum + sent, 0);
    const bytesPerSecond =
      row.state === 'uploading' ? meter.measure(acknowledgedBytes(row) + underWay, clock.now()) : 0;
    const best = views.get(row.id)?.sentBytes ?? 0;
    put(viewOf(row, live, { best, bytesPerSecond, full: full.has(row.id) }), own);
  }

  return {
    views: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    showDrive: (drive: Drive) => show(drive.row, drive, true),
    showRow: (row: UploadRow) => show(row, idle, false),
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
    /** Whether an upload that moves will have arrived in a moment, or has only just begun to move. */
    isNearlyThrough(id: string): boolean {
      const view = views.get(id);
      if (view?.state === 'queued' || view?.state === 'syncing') return isLearning(id);
      if (view?.state !== 'uploading') return false;
      return view.secondsLeft === null ? isLearning(id) : view.secondsLeft <= nearSeconds;
    },
    remove(id: string): void {
      if (views.delete(id)) draw();
    },
    clear(nextOwner: string | null): void {
      owner = nextOwner;
      views.clear();
      meters.clear();
      draw();
    },
  };
}
