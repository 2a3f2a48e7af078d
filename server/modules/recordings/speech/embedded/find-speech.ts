import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { setImmediate as others } from 'node:timers/promises';
import type { Vad } from 'sherpa-onnx-node';
import { cutSpeech, levelSeconds, loudStretches, type SpeechPiece, type Stretch } from './pieces-for-recogniser.ts';
import { vadWindow } from './recogniser-config.ts';
import { sampleRate } from './recogniser-messages.ts';

/**
 * Number of samples read at once, a multiple of both window sizes, so that memory does not depend on the length of the
 * sound.
 */
const atOnce = 25 * vadWindow;
const levelSamples = sampleRate * levelSeconds;

/**
 * Cuts a sound into pieces of speech. @param vad distinguishes speech from noise; without it everything audible counts
 * @param onProgress called for each second of the sound
 */
export async function findSpeech(path: string, vad: Vad | undefined, onProgress: () => void): Promise<SpeechPiece[]> {
  const speech: Stretch[] = [];
  const levels: number[] = [];
  const listen = (samples: Float32Array) => {
    // The library computes times from its input: more than one window at once would shift them.
    for (let at = 0; at < samples.length; at += vadWindow) vad?.acceptWaveform(samples.subarray(at, at + vadWindow));
    take();
  };
  const take = () => {
    while (vad && !vad.isEmpty()) {
      const { start, samples } = vad.front(false);
      speech.push([start / sampleRate, (start + samples.length) / sampleRate]);
      vad.pop();
    }
  };
  const file = await open(path);
  let total = 0;
  try {
    for (;;) {
      const samples = await readSamples(file, total, atOnce);
      if (samples.length === 0) break;
      total += samples.length;
      for (let at = 0; at < samples.length; at += levelSamples)
        levels.push(levelOf(samples.subarray(at, at + levelSamples)));
      listen(samples);
      onProgress();
      // Gives the memory watch a turn.
      await others();
    }
  } finally {
    await file.close();
  }
  vad?.flush();
  take();
  return cutSpeech(vad ? speech : loudStretches(levels), levels, total / sampleRate);
}

/** Returns samples of a sound in the library's format. @param at and `count` are in samples */
export async function readSamples(file: FileHandle, at: number, count: number): Promise<Float32Array> {
  const buffer = Buffer.alloc(count * 2);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, at * 2);
  const samples = new Float32Array(Math.floor(bytesRead / 2));
  for (let place = 0; place < samples.length; place += 1) samples[place] = buffer.readInt16LE(place * 2) / 32_768;
  return samples;
}

/** Returns the level in dB below full scale. */
function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return 10 * Math.log10(sum / samples.length);
}
