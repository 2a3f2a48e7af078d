/** State of a recording, as one tab sends it to the others. */
export interface RecordingNews {
  id: string;
  protocolId: string;
  phase: 'recording' | 'paused' | 'over';
  /** Milliseconds of the recording at `told`; `told` in epoch milliseconds, since all tabs share one clock. */
  elapsed: number;
  told: number;
}

/** Returns the seconds of a recording at a moment in epoch milliseconds, without its pauses. */
export function secondsOf({ phase, elapsed, told }: RecordingNews, now: number): number {
  const ran = phase === 'recording' ? Math.max(0, now - told) : 0;
  return Math.floor((elapsed + ran) / 100) / 10;
}
