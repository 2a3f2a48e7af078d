/** One line of what was said; `start` and `end` are seconds of the recording. */
export type SpokenSegment = { start: number; end: number; text: string; speaker?: string };

/** More lines than any meeting has: a file with more is not a transcript. */
export const mostLines = 20_000;
/** Most characters of one line. */
export const longestLine = 10_000;
