import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '#server/platform/media/index.ts';
import { failureOf, type MediaWork, throwIfCut, untrustedInput } from './ffmpeg.ts';
import type { MediaInfo } from './media-info.ts';
import { StepSkipped } from './step-failure.ts';

/** Positions where a frame is taken, as fractions of the length: a tenth at first, others while the frames are dark. */
const places = [0.1, 0.2, 0.35, 0.5, 0.7, 0.05];
const frameMs = 120_000;
/** Minimum mean brightness (0–255) of a frame that shows something. */
const bright = 28;

/** Makes a JPEG of a frame that shows something, at most 1280 pixels wide. */
export async function makePoster(playable: string, info: MediaInfo, work: MediaWork): Promise<string> {
  if (!info.video) throw new StepSkipped('В записи только звук: обложка не нужна');
  let best = { time: 0, brightness: -1 };
  for (const [index, place] of places.entries()) {
    const time = info.duration * place;
    const brightness = await brightnessAt(playable, time, work);
    if (brightness > best.brightness) best = { time, brightness };
    if (brightness >= bright) break;
    work.progress(Math.floor(((index + 1) / (places.length + 1)) * 100));
  }
  const path = join(work.workDir, 'poster.jpg');
  const output = [
    '-frames:v',
    '1',
    '-vf',
    "scale='min(1280,iw)':-2",
    '-q:v',
    '4',
    '-f',
    'image2',
    '-update',
    '1',
    path,
  ];
  const result = await frame(playable, best.time, output, work);
  const written =
    result.code === 0
      ? await stat(path).then(
          ({ size }) => size,
          () => 0,
        )
      : 0;
  if (written === 0) throw failureOf(result);
  return path;
}

/** Returns the mean brightness of the frame; -1 if there is none. */
async function brightnessAt(path: string, time: number, work: MediaWork): Promise<number> {
  const output = ['-frames:v', '1', '-vf', 'scale=32:18,format=gray', '-f', 'rawvideo', 'pipe:1'];
  const { stdout } = await frame(path, time, output, work);
  return stdout.length === 0 ? -1 : stdout.reduce((sum, value) => sum + value, 0) / stdout.length;
}

async function frame(path: string, time: number, output: string[], { tools, signal }: MediaWork) {
  const args = ['-v', 'error', '-nostdin', '-y', '-threads', '1', '-ss', time.toFixed(3), ...untrustedInput(path)];
  const timeoutMs = tools.stallMs ?? frameMs;
  const result = await runTool(tools.ffmpeg, [...args, '-map', '0:V:0', ...output], { signal, timeoutMs });
  throwIfCut(result);
  return result;
}
