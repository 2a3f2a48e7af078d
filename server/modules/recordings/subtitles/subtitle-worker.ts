import { decodeText } from './decode-text.ts';
import { parseSubtitles, SubtitleProblem } from './parse-subtitles.ts';
import type { SpokenSegment } from './spoken-segment.ts';

/** The lines of a file, or what is wrong with it: an error loses its kind on the way between threads. */
export type SubtitleAnswer = { lines: SpokenSegment[] } | { problem: string };

/** Takes the thread for up to seconds. */
export function subtitlesIn(bytes: Uint8Array): SubtitleAnswer {
  try {
    return { lines: parseSubtitles(decodeText(bytes)) };
  } catch (error) {
    if (error instanceof SubtitleProblem) return { problem: error.message };
    throw error;
  }
}
