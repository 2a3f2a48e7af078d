import { decodeText } from './decode-text.ts';
import { parseSubtitles, SubtitleProblem } from './parse-subtitles.ts';
import type { SpokenSegment } from './spoken-segment.ts';

/** The lines of a file, or its problem, which is returned because an error would lose its class between threads. */
export type SubtitleAnswer = { lines: SpokenSegment[] } | { problem: string };

/** Parses a file; blocks the thread for up to seconds. */
export function subtitlesIn(bytes: Uint8Array): SubtitleAnswer {
  try {
    return { lines: parseSubtitles(decodeText(bytes)) };
  } catch (error) {
    if (error instanceof SubtitleProblem) return { problem: error.message };
    throw error;
  }
}
