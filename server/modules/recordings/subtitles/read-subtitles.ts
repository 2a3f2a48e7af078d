import { ThreadPool } from '#server/platform/threads/index.ts';
import { SubtitleProblem } from './parse-subtitles.ts';
import type { SpokenSegment } from './spoken-segment.ts';
import { type SubtitleAnswer, subtitlesIn } from './subtitle-worker.ts';

const script = new URL('./subtitle-worker.ts', import.meta.url);
const threads = new ThreadPool<Uint8Array, SubtitleAnswer>({
  ...{ name: 'subtitle', script, task: 'subtitlesIn', size: 2, timeLimitMs: 60_000 },
});
/** Read in some milliseconds: fewer than a thread takes to start. */
const fewBytes = 64 * 1024;

/**
 * The lines of a WebVTT or SubRip file in any encoding of Russian; a long file off the event loop.
 * @throws SubtitleProblem where there is not one line
 */
export async function readSubtitles(bytes: Uint8Array, signal?: AbortSignal): Promise<SpokenSegment[]> {
  const answer = bytes.length <= fewBytes ? subtitlesIn(bytes) : await threads.run(bytes, signal);
  if ('problem' in answer) throw new SubtitleProblem(answer.problem);
  return answer.lines;
}
