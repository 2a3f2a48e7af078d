import { runInThread } from '#server/platform/threads/index.ts';
import { decodeText } from './decode-text.ts';
import { parseSubtitles, SubtitleProblem } from './parse-subtitles.ts';
import type { SpokenSegment } from './spoken-segment.ts';

/** The lines of a file, or what is wrong with it: an error loses its kind on the way between threads. */
export type SubtitleAnswer = { lines: SpokenSegment[] } | { problem: string };

const worker = new URL('./subtitle-worker.ts', import.meta.url);
const longestMs = 60_000;
/** Read in some milliseconds: fewer than a thread takes to start. */
const fewBytes = 64 * 1024;

/**
 * The lines of a WebVTT or SubRip file in any encoding of Russian; a long file off the event loop.
 * @throws SubtitleProblem where there is not one line
 */
export async function readSubtitles(bytes: Uint8Array, signal?: AbortSignal): Promise<SpokenSegment[]> {
  const answer =
    bytes.length <= fewBytes
      ? subtitlesIn(bytes)
      : ((await runInThread(worker, bytes, { longestMs, signal })) as SubtitleAnswer);
  if ('problem' in answer) throw new SubtitleProblem(answer.problem);
  return answer.lines;
}

/** Takes the thread for up to seconds. */
export function subtitlesIn(bytes: Uint8Array): SubtitleAnswer {
  try {
    return { lines: parseSubtitles(decodeText(bytes)) };
  } catch (error) {
    if (error instanceof SubtitleProblem) return { problem: error.message };
    throw error;
  }
}
