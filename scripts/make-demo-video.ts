// Makes the recording of the demo data: server/demo/budget-meeting.{mp4,jpg,json}. Needs ffmpeg, espeak-ng and
// fonts-paratype (Debian); run it by `node scripts/run.mjs scripts/make-demo-video.ts`.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { probe } from '#server/modules/recordings/processing/probe.ts';
import { lines, speakers } from './demo-video/budget-meeting.ts';
import { canvas, slideFilters } from './demo-video/slides.ts';
import { speak, subtitles, type TimedLine } from './demo-video/speech.ts';

const run = promisify(execFile);
const target = fileURLToPath(new URL('../server/demo/budget-meeting', import.meta.url));

/** Mixes every line at its time, with a little more warmth than the synthesizer's and the room's echo. */
function soundFilters(timed: TimedLine[], duration: number): string {
  const placed = timed.map((line, index) => {
    const at = Math.round(line.start * 1000);
    return `[${index + 1}:a]aresample=44100,adelay=${at}:all=1[line${index}]`;
  });
  const inputs = timed.map((_, index) => `[line${index}]`).join('');
  const room = 'highpass=f=90,lowpass=f=7500,aecho=0.9:0.6:23|37:0.12|0.08,loudnorm=I=-18:TP=-2:LRA=9';
  return [
    ...placed,
    `${inputs}amix=inputs=${timed.length}:normalize=0,${room},aresample=44100,apad=whole_dur=${duration}[sound]`,
  ].join(';\n');
}

async function encode(timed: TimedLine[], duration: number, folder: string): Promise<void> {
  await writeFile(join(folder, 'lines.srt'), subtitles(timed));
  const slides = await slideFilters(timed, duration, folder);
  const filters = `${soundFilters(timed, duration)};\n[0:v]${slides},format=yuv420p[picture]`;
  await writeFile(join(folder, 'filters.txt'), filters);
  const sources = timed.flatMap((line) => ['-i', line.file]);
  const video = [
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    '21',
    '-g',
    '100',
    '-profile:v',
    'high',
    '-tune',
    'animation',
  ];
  const tags = ['-metadata', 'title=Совещание по бюджету на I квартал', '-metadata:s:a:0', 'language=rus'];
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', canvas, ...sources, '-i', join(folder, 'lines.srt')],
    ...['-filter_complex_script', join(folder, 'filters.txt'), '-map', '[picture]', '-map', '[sound]'],
    ...['-map', `${timed.length + 1}:s`, '-t', String(duration), ...video, '-c:a', 'aac', '-b:a', '96k', '-ac', '1'],
    ...[
      '-c:s',
      'mov_text',
      '-metadata:s:s:0',
      'language=rus',
      ...tags,
      '-fflags',
      '+bitexact',
      '-movflags',
      '+faststart',
    ],
    `${target}.mp4`,
  ]);
}

async function makeDemoVideo(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-video-'));
  try {
    const { timed, duration } = await speak(lines, folder);
    await encode(timed, duration, folder);
    const moment = String((timed[2]?.start ?? 0) + 1);
    await run('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-ss',
      moment,
      '-i',
      `${target}.mp4`,
      '-frames:v',
      '1',
      '-q:v',
      '4',
      `${target}.jpg`,
    ]);
    const spoken = timed.map(({ by, item, text, start, end }) => ({
      start,
      end,
      speaker: speakers[by].name,
      item,
      text,
    }));
    const work = { tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }, workDir: folder, progress: () => undefined };
    const { media } = await probe(`${target}.mp4`, { ...work, signal: new AbortController().signal });
    await writeFile(`${target}.json`, `${JSON.stringify({ duration, media, lines: spoken }, null, 2)}\n`);
    const { size } = await stat(`${target}.mp4`);
    console.log(`${target}.mp4: ${duration} s, ${(size / 1024).toFixed(0)} KiB`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

await makeDemoVideo();
