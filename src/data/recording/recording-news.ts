/** Where a recording stands, as one tab of the browser tells the others. */
export interface RecordingNews {
  id: string;
  protocolId: string;
  phase: 'recording' | 'paused' | 'over';
  /** Milliseconds of the recording at `told`, epoch milliseconds: one device has one clock. */
  elapsed: number;
  told: number;
}

/** Seconds of a recording at a moment, in epoch milliseconds; pauses are no part of it. */
export function secondsOf({ phase, elapsed, told }: RecordingNews, now: number): number {
  const ran = phase === 'recording' ? Math.max(0, now - told) : 0;
  return Math.floor((elapsed + ran) / 100) / 10;
}
