/** One line of what was said; `start` and `end` are seconds of the recording. */
export type SpokenSegment = { start: number; end: number; text: string; speaker?: string };

/** More lines than any meeting has: what brings more is no transcript. */
export const mostLines = 20_000;
/** Letters of one line. */
export const longestLine = 10_000;
