import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Expected } from './recording-kind.ts';

const run = promisify(execFile);

/** Properties of the file as a browser would play it. */
export type Played = {
  container: 'mp4' | 'webm';
  seconds: number;
  picture?: [number, number];
  sounds: number;
  faults: string[];
};

type Stream = {
  codec_type: string;
  codec_name: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_aspect_ratio?: string;
  side_data_list?: { rotation?: number }[];
};

const webCodecs = ['h264', 'vp8', 'vp9', 'av1', 'aac', 'mp3', 'opus', 'vorbis'];

/** Reads a file by other means than those that made it, decodes all of it, and checks the requested property. */
export async function inspectPlayed(path: string, look?: Expected['look']): Promise<Played> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', path]);
  const { format, streams }: { format: { format_name: string; duration: string }; streams: Stream[] } =
    JSON.parse(stdout);
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const turned = video?.side_data_list?.some(({ rotation }) => Math.abs(rotation ?? 0) % 180 === 90);
  const size = [video?.width ?? 0, video?.height ?? 0] as [number, number];
  const faults = streams.flatMap(({ codec_name }) =>
    webCodecs.includes(codec_name) ? [] : [`браузер не знает ${codec_name}`],
  );
  const aspect = video?.sample_aspect_ratio?.split(':').map(Number) ?? [1, 1];
  if (Math.abs(Number(aspect[0] || 1) / Number(aspect[1] || 1) - 1) > 0.01)
    faults.push(`пиксели ${video?.sample_aspect_ratio}`);
  const decoded = await run('ffmpeg', [
    '-v',
    'error',
    '-xerror',
    '-err_detect',
    'explode',
    '-threads',
    '2',
    '-i',
    path,
    '-map',
    '0',
    '-f',
    'null',
    '-',
  ]).catch((error: { stderr: string }) => error);
  if (decoded.stderr.trim() !== '')
    faults.push(`не декодируется: ${decoded.stderr.trim().split('\n')[0]?.slice(0, 80)}`);
  if (look) faults.push(...(await looks[look](path)));
  return {
    container: format.format_name.startsWith('mov') ? 'mp4' : 'webm',
    seconds: Number(format.duration),
    ...(video && { picture: turned ? ([size[1], size[0]] as [number, number]) : size }),
    sounds: streams.filter(({ codec_type }) => codec_type === 'audio').length,
    faults,
  };
}

const looks: Record<NonNullable<Expected['look']>, (path: string) => Promise<string[]>> = {
  'no comb': async (path) => {
    const { stderr } = await run('ffmpeg', ['-i', path, '-vf', 'idet', '-an', '-f', 'null', '-']);
    const [, top, bottom, progressive] =
      /Single frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/.exec(stderr) ?? [];
    return Number(top) + Number(bottom) > Number(progressive) ? [`гребёнка: ${top}+${bottom} из ${progressive}`] : [];
  },
  'two voices': async (path) => [
    ...((await level(path, 300)) < -50 ? ['нет первого голоса'] : []),
    ...((await level(path, 2000)) < -50 ? ['нет второго голоса'] : []),
  ],
  'one voice': async (path) => [
    ...((await level(path, 300)) < -50 ? ['нет русского голоса'] : []),
    ...((await level(path, 2000)) > -50 ? ['второй голос поверх'] : []),
  ],
};

/** After which second something is heard in a track of sound; plain samples are told by their name. */
export async function beginningOf(path: string, track = 0): Promise<number> {
  const samples = path.endsWith('.raw') ? ['-f', 's16le', '-ar', '16000', '-ac', '1'] : [];
  const filter = 'aresample=async=1:first_pts=0,silencedetect=noise=-40dB:d=0.2';
  const { stderr } = await run('ffmpeg', [
    ...samples,
    '-i',
    path,
    '-map',
    `0:a:${track}`,
    '-af',
    filter,
    '-f',
    'null',
    '-',
  ]);
  const [, start, end] = /silence_start: (-?[\d.]+).*?silence_end: ([\d.]+)/s.exec(stderr) ?? [];
  return start !== undefined && Number(start) < 0.1 ? Number(end) : 0;
}

/** How loud a tone is in the first track of sound, in dB. */
async function level(path: string, frequency: number): Promise<number> {
  const filter = `bandpass=f=${frequency}:width_type=h:w=50,bandpass=f=${frequency}:width_type=h:w=50,volumedetect`;
  const { stderr } = await run('ffmpeg', ['-i', path, '-map', '0:a:0', '-af', filter, '-f', 'null', '-']);
  return Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1] ?? -91);
}
