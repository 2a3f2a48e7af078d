/** How many chunks may be under way at once, learnt from what arrives. */
export interface Pace {
  slots: number;
  /** The present measurement: when it began, and what was acknowledged since. Null before the first acknowledgement. */
  window: { since: number; bytes: number; count: number } | null;
  /** Bytes per millisecond before the last slot was added. */
  goodputBefore: number;
  /** Whether the last slot is still being tried. */
  isTrial: boolean;
  /** Measurements to wait until the next trial. */
  pause: number;
  /** Whether a whole measurement has passed since the start, or since the connection or the server last failed. */
  isSteady: boolean;
}

/** Chunks under way at once, all tabs together: a browser keeps six connections to an origin. */
export const maxSlots = 3;
const measured = 6;
const pauseAfterTrial = 8;

/** Two under way, for a start: one is sent while the other is answered. */
export const firstPace: Pace = { slots: 2, window: null, goodputBefore: 0, isTrial: false, pause: 0, isSteady: false };

/** One more is tried from time to time, and kept where goodput grows by 10 %. */
export function paceAfterChunk(pace: Pace, bytes: number, now: number): Pace {
  if (!pace.window) return { ...pace, window: { since: now, bytes: 0, count: 0 } };
  const window = { ...pace.window, bytes: pace.window.bytes + bytes, count: pace.window.count + 1 };
  if (window.count < measured) return { ...pace, window };
  const goodput = window.bytes / Math.max(1, now - window.since);
  const next = { ...pace, window: null, goodputBefore: goodput, isTrial: false, isSteady: true };
  if (pace.isTrial && goodput < pace.goodputBefore * 1.1)
    return { ...next, slots: pace.slots - 1, pause: pauseAfterTrial };
  if (pace.pause > 0) return { ...next, pause: pace.pause - 1 };
  return pace.slots < maxSlots ? { ...next, slots: pace.slots + 1, isTrial: true } : next;
}

/** An interrupted connection says nothing about the throughput: the measurement starts anew. */
export function paceAfterCut(pace: Pace): Pace {
  return { ...pace, window: null, isSteady: false };
}

/** Halves the slots after a timeout or an answer of an overloaded server. */
export function paceAfterTrouble(pace: Pace): Pace {
  return { ...paceAfterCut(pace), slots: Math.max(1, Math.floor(pace.slots / 2)), isTrial: false, pause: 1 };
}
