import { join } from 'node:path';
import { failureOf, type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';
import type { MediaInfo } from './media-info.ts';
import { isMixed, unreadPicture } from './playable-args.ts';

const format = ['-ar', '16000', '-ac', '1', '-c:a', 'pcm_s16le', '-f', 's16le'];
/** Gaps are filled, so that times in the sound are those of the recording. */
const wholeTime = ['-af', 'aresample=16000:async=1:first_pts=0'];

/** Returns whether each speaker is recognised separately. */
export function hasVoices(info: MediaInfo): boolean {
  return isMixed(info);
}

/** Writes each speaker's track as raw samples, the format of the recogniser on this machine. */
export async function voicesOf(original: string, info: MediaInfo, work: MediaWork): Promise<string[]> {
  const voices = (info.audio?.voices ?? []).map((track, voice) => ({
    path: join(work.workDir, `voice-${voice}.raw`),
    from: ['-map', `0:a:${track}`, '-vn', '-sn', '-dn', ...wholeTime],
  }));
  const outputs = voices.flatMap(({ path, from }) => [...from, ...format, path]);
  // All at once: so they are counted from the same beginning.
  await run([...untrustedInput(original), ...outputs, ...unreadPicture(info)], info.duration, work);
  return voices.map(({ path }) => path);
}

/** The sound that the audio step has made, as plain samples. */
export async function samplesOf(sound: string, work: MediaWork): Promise<string> {
  const path = join(work.workDir, 'sound.raw');
  await run(['-i', `file:${sound}`, ...format, path], 0, work);
  return path;
}

async function run(args: string[], duration: number, work: MediaWork): Promise<void> {
  const result = await runFfmpeg(args, duration, { ...work, progress: () => undefined });
  if (result.code !== 0) throw failureOf(result);
}
