import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf, type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';
import type { MediaInfo } from './media-info.ts';
import { cutSound, levelSeconds, type SoundPiece } from './pieces-for-service.ts';
import { isMixed, mixOf, unreadPicture } from './playable-args.ts';
import { StepSkipped } from './step-failure.ts';

const rate = 16_000;
/** Written to stdout besides the progress: the level of every fifth of a second. */
const measured = [
  `asetnsamples=n=${rate * levelSeconds}:p=0`,
  'astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=RMS_level',
  'ametadata=mode=print:key=lavfi.astats.Overall.RMS_level:file=-:direct=1',
];
// Gaps are filled, so that times in the sound are those of the recording.
const speech = [`aresample=${rate}:async=1:first_pts=0`, 'aformat=sample_fmts=s16:channel_layouts=mono'];

/** Makes the sound for speech recognition (16 kHz, mono, lossless), and finds where to cut it. */
export async function makeSound(
  original: string,
  info: MediaInfo,
  work: MediaWork,
): Promise<{ path: string; pieces: SoundPiece[] }> {
  if (!info.audio) throw new StepSkipped('В записи нет звука');
  const path = join(work.workDir, 'sound.flac');
  const levels: number[] = [];
  const filters = [...speech, ...measured].join(',');
  const mix = isMixed(info) ? mixOf(info.audio, filters) : undefined;
  const from = mix ? ['-filter_complex', mix.filters, '-map', mix.from] : ['-map', `0:a:${info.audio.track ?? 0}`];
  const args = [...untrustedInput(original), ...from, '-vn', '-sn', '-dn', ...(mix ? [] : ['-af', filters])];
  const output = ['-map_metadata', '-1', '-c:a', 'flac', '-f', 'flac', path];
  const result = await runFfmpeg([...args, ...output, ...unreadPicture(info)], info.duration, work, (line) => {
    const level = /^lavfi\.astats\.Overall\.RMS_level=(.+)$/.exec(line)?.[1];
    if (level !== undefined) levels.push(level === '-inf' ? Number.NEGATIVE_INFINITY : Number(level));
  });
  const written = result.code === 0 ? (await stat(path)).size : 0;
  if (written === 0 || levels.length === 0) throw failureOf(result);
  return { path, pieces: cutSound(levels) };
}

/** Writes a piece of that sound to a separate file. */
export async function cutPiece(sound: string, { start, end }: SoundPiece, work: MediaWork): Promise<string> {
  const path = join(work.workDir, 'piece.flac');
  const place = ['-ss', String(start), '-t', String(end - start)];
  const quiet = { ...work, progress: () => undefined };
  const result = await runFfmpeg([...place, '-i', `file:${sound}`, '-c:a', 'flac', '-f', 'flac', path], 0, quiet);
  if (result.code !== 0) throw failureOf(result);
  return path;
}
