import type { UploadView } from '#src/sync/index.ts';
import { hasUnsaved } from '#src/ui/index.ts';
import { runningRecording } from './running.ts';

/** What a reload of this page would lose. */
export interface ReloadLosses {
  /** Whether there is unsaved input. */
  typed: boolean;
  /** Whether a recording is running, which would end. */
  recording: boolean;
  /** Number of videos that would have to be chosen again, since only the page holds them. */
  videos: number;
}

interface Queue {
  list(): readonly UploadView[];
  /** Whether only this page may hold the file, and no other tab. */
  isFileOnlyHere(id: string): boolean;
  subscribe(listener: () => void): () => void;
}

let queue: Queue | undefined;

/** Registers the running upload queue; pages that do not show it do not load its code. */
export function watchQueue(running: Queue): void {
  queue = running;
}

export function reloadLosses(): ReloadLosses {
  const unsafe = queue?.list().filter((view) => isUnsafe(view) && queue?.isFileOnlyHere(view.id)) ?? [];
  return { typed: hasUnsaved(), recording: runningRecording() !== undefined, videos: unsafe.length };
}

/** Whether a reload loses nothing. */
export function isSafeToReload(): boolean {
  const { typed, recording, videos } = reloadLosses();
  return !typed && !recording && videos === 0;
}

/** Calls back once a reload loses nothing: at once, or when the queue has stored its videos safely. */
export function onceSafeToReload(callback: () => void): () => void {
  if (isSafeToReload()) {
    callback();
    return () => undefined;
  }
  const unsubscribe = queue?.subscribe(() => {
    if (!isSafeToReload()) return;
    unsubscribe?.();
    callback();
  });
  return () => unsubscribe?.();
}

/**
 * Whether a part of a video is neither on the server nor stored on the device. Finished uploads and already lost files
 * do not count.
 */
function isUnsafe({ state, staged, keepTabOpen }: UploadView): boolean {
  return !over.includes(state) && (!staged || keepTabOpen);
}

const over: readonly string[] = ['needs-file', 'done', 'cancelling', 'cancelled'];
