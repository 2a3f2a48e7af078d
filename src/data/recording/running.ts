import { createStore, useStore } from 'zustand';
import type { RecordingSession } from '#src/sync/index.ts';
import { warnOnLeaving } from '#src/ui/index.ts';
import type { RecordingMode } from './recording-types.ts';

/** A recording that this page makes, and what it is made from. */
export interface RunningRecording {
  session: RecordingSession;
  stream: MediaStream;
  mode: RecordingMode;
}

const current = createStore<{ running: RunningRecording | undefined }>(() => ({ running: undefined }));
let endWarning: () => void = () => undefined;

/** What this page records now: it runs on beside whatever is drawn, and outlives a screen that is drawn anew. */
export function runningRecording(): RunningRecording | undefined {
  return current.getState().running;
}

/** A recording began, or is over. */
export function setRunning(next: RunningRecording | undefined): void {
  endWarning();
  endWarning = next ? warnOnLeaving(() => true) : () => undefined;
  current.setState({ running: next });
}

/** Calls the listener when a recording begins or is over. */
export function onRunning(listener: (running: RunningRecording | undefined) => void): void {
  current.subscribe(({ running }) => listener(running));
}

export function useRunningRecording(): RunningRecording | undefined {
  return useStore(current, ({ running }) => running);
}
