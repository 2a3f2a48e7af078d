import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makePlayable } from '#server/modules/recordings/processing/playable.ts';
import { makePoster } from '#server/modules/recordings/processing/poster.ts';
import { probe } from '#server/modules/recordings/processing/probe.ts';
import { makeSound } from '#server/modules/recordings/processing/sound.ts';
import { defaultMemory, measurePrograms } from '#server/platform/media/index.ts';
import type { Figure } from './table.ts';

const execute = promisify(execFile);
const minutes = 10;
const recordings: [what: string, coding: string[], file: string, most: number][] = [
  [
    'H.264 и AAC, играет как есть',
    ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    'a.mp4',
    0.1,
  ],
  ['MPEG-4 и MP3 в AVI, кодируется заново', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'], 'a.avi', 0.5],
];
/** Maximum memory of each step in MB; the limit for ffmpeg is 4 GB. */
const maxMemory = 1024;

/** Arguments with which ffmpeg alone converts the same file in the same way. */
const plainly: Record<string, string[]> = {
  'a.mp4': ['-c', 'copy', '-movflags', '+faststart'],
  'a.avi': ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-c:a', 'aac', '-movflags', '+faststart'],
};

/**
 * Measures the processing steps of a 10-minute 720p recording, without a server: time relative to its length, and the
 * memory of each.
 */
export async function measureMedia(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  try {
    const figures: Figure[] = [];
    for (const each of recordings) figures.push(...(await measureSteps(folder, each)));
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSteps(
  folder: string,
  [what, coding, name, most]: (typeof recordings)[number],
): Promise<Figure[]> {
  const path = await makeLong(folder, name, coding);
  const tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
  const kept = join(folder, `kept-${name}`);
  const work = { tools, kept, workDir: folder, signal: new AbortController().signal, progress: () => undefined };
  const steps: string[] = [];
  let largest = 0;
  const timed = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    const use = { memory: 0 };
    const { result, seconds } = await secondsOf(() => measurePrograms(use, run));
    const memory = use.memory / 1024 ** 2;
    largest = Math.max(largest, memory);
    steps.push(`${step} ${seconds.toFixed(1)} с, ${Math.round(memory)} МБ`);
    return result;
  };
  const beside = loadavg()[0] ?? 0;
  const whole = await secondsOf(async () => {
    const { media } = await timed('проверка', () => probe(path, work));
    const seen = async () => {
      const made = await timed('просмотр', () => makePlayable(path, media, work));
      await timed('обложка', () => makePoster(made.path, media, work));
    };
    await Promise.all([seen(), timed('звук', () => makeSound(path, media, work))]);
  });
  const plain = ['-v', 'error', '-y', '-i', path, ...(plainly[name] ?? []), join(folder, 'plain.mp4')];
  const alone = await secondsOf(() => execute('ffmpeg', plain));
  const part = whole.seconds / (minutes * 60);
  const reference = `${(alone.seconds / (minutes * 60)).toFixed(3)} длины`;
  const length = `${minutes} мин, 720p: ${what}`;
  return [
    {
      what: length,
      measured: `${part.toFixed(3)} длины`,
      reference: `сам ffmpeg ${reference}; ${steps.join('; ')}; нагрузка до этого ${beside.toFixed(1)}`,
      target: `≤ ${most}`,
      holds: part <= most,
    },
    {
      what: `память шагов, ${what}`,
      measured: `${Math.round(largest)} МБ`,
      reference: `предел ffmpeg ${defaultMemory / 1024 ** 2} МБ`,
      target: `≤ ${maxMemory} МБ`,
      holds: largest <= maxMemory,
    },
  ];
}

async function secondsOf<T>(run: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const started = performance.now();
  const result = await run();
  return { result, seconds: (performance.now() - started) / 1000 };
}

/** Half a minute of moving bars and noise, again and again. */
async function makeLong(folder: string, name: string, coding: string[]): Promise<string> {
  const [part, whole] = [join(folder, `part-${name}`), join(folder, name)];
  const sources = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1280x720:rate=25',
    '-f',
    'lavfi',
    '-i',
    'anoisesrc=amplitude=0.1',
  ];
  await execute('ffmpeg', ['-v', 'error', ...sources, '-t', '30', ...coding, '-b:v', '2M', part]);
  const again = ['-stream_loop', String(minutes * 2 - 1), '-i', part, '-c', 'copy', whole];
  await execute('ffmpeg', ['-v', 'error', ...again]);
  return whole;
}
