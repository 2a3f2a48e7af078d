import { expect, test } from 'vitest';
import type { EmbeddedSpeech } from '../speech/embedded/embedded-speech-service.ts';
import type { SoundPiece } from './pieces-for-service.ts';
import { recognise } from './recognise.ts';

type Deps = Parameters<typeof recognise>[2];

const pieces: SoundPiece[] = [0, 10, 20, 30].map((start) => ({ start, end: start + 10, silent: false }));
const lines = [{ start: 1, end: 2, text: 'Слышно' }];

test('pieces known from before an interruption are no progress of this run: it begins behind them', async () => {
  const percents: number[] = [];
  const signal = new AbortController().signal;
  const progress = (percent: number) => percents.push(percent);
  const tools = { ffmpeg: 'true', ffprobe: 'true' };
  const known = pieces.slice(0, 2).map(({ start, end }) => ({ start, end, lines }));
  const deps = {
    context: { signal, video: {}, workDir: '/tmp' },
    info: { container: 'wav', duration: 40, audio: { codec: 'pcm_s16le' } },
    work: { tools, workDir: '/tmp', signal, progress },
    progress: { heard: known, pieces: [pieces] },
    growing: { add: async () => undefined },
  } as unknown as Deps;
  const speech = { place: 'machine', hear: async () => lines } as unknown as EmbeddedSpeech;
  expect(await recognise('sound.flac', speech, deps)).toBe(4);
  expect(percents).toEqual([50, 75, 99]);
});
