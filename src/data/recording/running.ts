import { useSyncExternalStore } from 'react';
import type { RecordingSession } from '#src/sync/index.ts';
import { warnOnLeaving } from '#src/ui/index.ts';
import type { RecordingMode } from './recording-types.ts';

/** A recording that this page makes, and what it is made from. */
export interface RunningRecording {
  session: RecordingSession;
  stream: MediaStream;
  mode: RecordingMode;
}

const listeners = new Set<() => void>();
let running: RunningRecording | undefined;
let endWarning: () => void = () => undefined;

/** What this page records now: it runs on beside whatever is drawn, and outlives a screen that is drawn anew. */
export function runningRecording(): RunningRecording | undefined {
  return running;
}

/** A recording began, or is over. */
export function setRunning(next: RunningRecording | undefined): void {
  running = next;
  endWarning();
  endWarning = next ? warnOnLeaving(() => true) : () => undefined;
  for (const listener of [...listeners]) listener();
}

export function useRunningRecording(): RunningRecording | undefined {
  return useSyncExternalStore(subscribe, runningRecording);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
