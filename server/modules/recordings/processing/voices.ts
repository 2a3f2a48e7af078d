import { join } from 'node:path';
import { failureOf, type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';
import type { MediaInfo } from './media-info.ts';
import { isMixed } from './mix.ts';

const format = ['-ar', '16000', '-ac', '1', '-c:a', 'pcm_s16le', '-f', 's16le'];
/** Gaps are filled, so that times in the sound are those of the recording. */
const wholeTime = ['-af', 'aresample=16000:async=1:first_pts=0'];

/** Returns whether each speaker is recognised separately. */
export function hasVoices(info: MediaInfo): boolean {
  return isMixed(info);
}

/** Writes each speaker's track as raw samples, the format of the recogniser on this machine. */
export async function voicesOf(original: string, info: MediaInfo, work: MediaWork): Promise<string[]> {
  const paths: string[] = [];
  for (const [voice, track] of (info.audio?.voices ?? []).entries()) {
    const from = [...untrustedInput(original), '-map', `0:a:${track}`, '-vn', '-sn', '-dn', ...wholeTime];
    paths.push(await write(from, join(work.workDir, `voice-${voice}.raw`), info.duration, work));
  }
  return paths;
}

/** Writes the sound made by the audio step as raw samples. */
export function samplesOf(sound: string, work: MediaWork): Promise<string> {
  return write(['-i', `file:${sound}`], join(work.workDir, 'sound.raw'), 0, work);
}

async function write(from: string[], path: string, duration: number, work: MediaWork): Promise<string> {
  const quiet = { ...work, progress: () => undefined };
  const result = await runFfmpeg([...from, ...format, path], duration, quiet);
  if (result.code !== 0) throw failureOf(result);
  return path;
}
