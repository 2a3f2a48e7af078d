import type { UploadView } from '#src/sync/index.ts';
import { hasUnsaved } from '#src/ui/index.ts';
import { runningRecording } from './running.ts';

/** What a reload of this page would lose. */
export interface ReloadLosses {
  /** Something typed and not saved. */
  typed: boolean;
  /** A recording is being made: it would end. */
  recording: boolean;
  /** Videos that would have to be chosen once more, since only the page holds them. */
  videos: number;
}

interface Queue {
  list(): readonly UploadView[];
  /** Whether the file may be gone with this page; other tabs have the rest. */
  isFileOnlyHere(id: string): boolean;
  subscribe(listener: () => void): () => void;
}

let queue: Queue | undefined;

/** The queue runs from now on: pages that show nothing of it do without its code. */
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

/** Calls back once a reload loses nothing: at once, or when the queue has brought its videos into safety. */
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

/** Whether some of a video is neither at the server nor on the device. What is lost already cannot be lost again. */
function isUnsafe({ state, staged, keepTabOpen }: UploadView): boolean {
  return !over.includes(state) && (!staged || keepTabOpen);
}

const over: readonly string[] = ['needs-file', 'done', 'cancelling', 'cancelled'];
