import { ThreadPool } from '#server/platform/threads/index.ts';
import { SubtitleProblem } from './parse-subtitles.ts';
import type { SpokenSegment } from './spoken-segment.ts';
import { type SubtitleAnswer, subtitlesIn } from './subtitle-worker.ts';

const script = new URL('./subtitle-worker.ts', import.meta.url);
const threads = new ThreadPool<Uint8Array, SubtitleAnswer>({
  ...{ name: 'subtitle', script, task: 'subtitlesIn', size: 2, timeLimitMs: 60_000 },
});
/** Files up to this size are parsed in some milliseconds, which is less than starting a thread takes. */
const fewBytes = 64 * 1024;

/**
 * Returns the lines of a WebVTT or SubRip file in any Russian encoding; long files are parsed off the event loop.
 * @throws SubtitleProblem if there is no line at all
 */
export async function readSubtitles(bytes: Uint8Array, signal?: AbortSignal): Promise<SpokenSegment[]> {
  const answer = bytes.length <= fewBytes ? subtitlesIn(bytes) : await threads.run(bytes, signal);
  if ('problem' in answer) throw new SubtitleProblem(answer.problem);
  return answer.lines;
}
