import { createStore, useStore } from 'zustand';
import type { RecordingSession } from '#src/sync/index.ts';
import { warnOnLeaving } from '#src/ui/index.ts';
import type { RecordingMode } from './recording-types.ts';

/** A recording that this page makes, with its stream. */
export interface RunningRecording {
  session: RecordingSession;
  stream: MediaStream;
  mode: RecordingMode;
}

const current = createStore<{ running: RunningRecording | undefined }>(() => ({ running: undefined }));
let endWarning: () => void = () => undefined;

/** Returns the running recording of this page; it is independent of the mounted components. */
export function runningRecording(): RunningRecording | undefined {
  return current.getState().running;
}

/** Sets the running recording when it begins, and undefined when it is over. */
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
