/** How many chunks may be under way at once, learnt from what arrives. */
export interface Pace {
  slots: number;
  /** The present measurement: when it began, and what was acknowledged since. Null before the first acknowledgement. */
  window: { since: number; bytes: number; count: number } | null;
  /** Bytes per millisecond before the last slot was added. */
  before: number;
  /** Whether the last slot is still being tried. */
  trial: boolean;
  /** Measurements to wait until the next trial. */
  rest: number;
  /** Whether a whole measurement has passed since the start, or since the connection or the server last failed. */
  steady: boolean;
}

/** Chunks under way at once, all tabs together: a browser keeps six connections to an origin. */
export const maxSlots = 3;
const measured = 6;
const restAfterTrial = 8;

/** Two under way, for a start: one is sent while the other is answered. */
export const firstPace: Pace = { slots: 2, window: null, before: 0, trial: false, rest: 0, steady: false };

/** One more is tried from time to time, and kept where goodput grows by 10 %. */
export function paceAfterChunk(pace: Pace, bytes: number, now: number): Pace {
  if (!pace.window) return { ...pace, window: { since: now, bytes: 0, count: 0 } };
  const window = { ...pace.window, bytes: pace.window.bytes + bytes, count: pace.window.count + 1 };
  if (window.count < measured) return { ...pace, window };
  const goodput = window.bytes / Math.max(1, now - window.since);
  const next = { ...pace, window: null, before: goodput, trial: false, steady: true };
  if (pace.trial && goodput < pace.before * 1.1) return { ...next, slots: pace.slots - 1, rest: restAfterTrial };
  if (pace.rest > 0) return { ...next, rest: pace.rest - 1 };
  return pace.slots < maxSlots ? { ...next, slots: pace.slots + 1, trial: true } : next;
}

/** An interrupted connection says nothing about the throughput: the measurement starts anew. */
export function paceAfterCut(pace: Pace): Pace {
  return { ...pace, window: null, steady: false };
}

/** Halves the slots after a timeout or an answer of an overloaded server. */
export function paceAfterTrouble(pace: Pace): Pace {
  return { ...paceAfterCut(pace), slots: Math.max(1, Math.floor(pace.slots / 2)), trial: false, rest: 1 };
}
