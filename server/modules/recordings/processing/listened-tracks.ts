import { type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';

type Stream = { disposition?: Record<string, number> | undefined };

/** dB below full scale: nobody has been heard that quiet. */
const silence = -55;

/**
 * Which of several sound tracks is listened to: the default one, unless it is silent all through and another is not.
 * @returns its place among them; 0 where there is none
 */
export async function audibleTrack(path: string, streams: readonly Stream[], work: MediaWork): Promise<number> {
  const tracks = streams.map(({ disposition }, track) => ({ track, isDefault: disposition?.default === 1 }));
  const [first, ...others] = [...tracks].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  if (!first || others.length === 0) return 0;
  for (const { track } of [first, ...others]) if ((await loudest(path, track, work)) > silence) return track;
  return first.track;
}

async function loudest(path: string, track: number, work: MediaWork): Promise<number> {
  const args = [
    '-v',
    'info',
    ...untrustedInput(path),
    '-map',
    `0:a:${track}`,
    '-af',
    'volumedetect',
    '-f',
    'null',
    '-',
  ];
  const { stderr } = await runFfmpeg(args, 0, work);
  const level = /max_volume: (-?[\d.]+|-inf) dB/.exec(stderr)?.[1];
  return level === undefined || level === '-inf' ? Number.NEGATIVE_INFINITY : Number(level);
}
