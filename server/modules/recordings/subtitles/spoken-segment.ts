/** One spoken line; `start` and `end` are seconds of the recording. */
export type SpokenSegment = { start: number; end: number; text: string; speaker?: string };

/** Maximum number of lines; a file with more is not a transcript of a meeting. */
export const maxLines = 20_000;
/** Maximum number of characters in one line. */
export const longestLine = 10_000;
