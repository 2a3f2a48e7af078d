import type { MediaWork } from './ffmpeg.ts';

/** Returns the work with a percentage that never decreases, even if something is read again from its beginning. */
export function rising(work: MediaWork): MediaWork {
  let most = 0;
  return {
    ...work,
    progress: (percent) => {
      if (percent > most) work.progress(percent);
      most = Math.max(most, percent);
    },
  };
}

/** Returns the work as one part of a step: its progress covers the range `from`–`to`, within 0–1. */
export function withPart(work: MediaWork, from: number, to: number): MediaWork {
  return { ...work, progress: (percent) => work.progress(Math.floor(from * 100 + percent * (to - from))) };
}

/** Returns the work without progress reports. */
export function quietly(work: MediaWork): MediaWork {
  return { ...work, progress: () => undefined };
}
