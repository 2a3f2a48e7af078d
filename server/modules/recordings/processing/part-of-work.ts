import type { MediaWork } from './ffmpeg.ts';

/** The work with a percent that never falls: what is read once more tells of it from its beginning. */
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

/** The work as a part of a step that is done in several: from this much of it to that, of 1. */
export function withPart(work: MediaWork, from: number, to: number): MediaWork {
  return { ...work, progress: (percent) => work.progress(Math.floor(from * 100 + percent * (to - from))) };
}

/** The work of which no progress is told. */
export function quietly(work: MediaWork): MediaWork {
  return { ...work, progress: () => undefined };
}
