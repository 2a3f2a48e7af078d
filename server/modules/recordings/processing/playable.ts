import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { failureOf, type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';
import { fitFullHd, type MediaInfo, type PlayablePlan, planPlayable, typeOf } from './media-info.ts';

export type PlayableFile = { path: string; container: 'mp4' | 'webm'; type: string };

/** Encoding leaves one core free for requests. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Makes the file that browsers play and seek in: a copy where they can, else H.264 and AAC, ready from its start. */
export async function makePlayable(original: string, info: MediaInfo, work: MediaWork): Promise<PlayableFile> {
  const plan = planPlayable(info);
  const path = join(work.workDir, `playable.${plan.container}`);
  // Each thread of the reading takes several pictures of memory, which of 8K are 50 MB each.
  const args = [
    '-threads',
    String(threads),
    ...untrustedInput(original),
    ...videoArgs(plan, info),
    ...audioArgs(plan, info),
    '-sn',
    '-dn',
  ];
  const container = plan.container === 'mp4' ? ['-movflags', '+faststart', '-f', 'mp4'] : ['-f', 'webm'];
  const result = await runFfmpeg([...args, '-map_metadata', '-1', ...container, path], info.duration, work);
  const written = result.code === 0 ? (await stat(path)).size : 0;
  if (written === 0 || result.seconds === 0) throw failureOf(result);
  return { path, container: plan.container, type: typeOf(plan) };
}

function videoArgs({ video }: PlayablePlan, info: MediaInfo): string[] {
  if (video === 'none' || !info.video) return ['-vn'];
  if (video === 'copy') return ['-map', '0:V:0', '-c:v', 'copy'];
  const { width, height } = fitFullHd(info.video);
  const picture = ['-vf', `scale=${width}:${height},setsar=1`, '-pix_fmt', 'yuv420p', '-filter_threads', '1'];
  // A picture stays at its time: to fill up to an even rate would make thousands of some recordings of screens.
  const times = ['-fps_mode', 'vfr'];
  const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-threads', String(threads)];
  return ['-map', '0:V:0', ...picture, ...times, ...encoder];
}

function audioArgs({ audio }: PlayablePlan, info: MediaInfo): string[] {
  if (audio === 'none') return ['-an'];
  const codec = audio === 'copy' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
  return ['-map', `0:a:${info.audio?.track ?? 0}`, ...codec];
}
