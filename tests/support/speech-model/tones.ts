import { pitchOf } from './tiny-model.ts';

const rate = 16_000;
const fade = rate * 0.03;
/** A word of the tiny model, and its time in seconds. */
export type Tone = { word: 0 | 1 | 2; at: number; lasts?: number };

/** Returns samples of a sound in which these words are said, in the recogniser's format: 16 bits, 16 kHz, mono. */
export function tonesIn(seconds: number, words: readonly Tone[], noise = 0): Buffer {
  const samples = new Int16Array(Math.round(seconds * rate));
  if (noise > 0) for (let place = 0; place < samples.length; place += 1) samples[place] = (Math.random() - 0.5) * noise;
  for (const { word, at, lasts = 0.4 } of words) {
    const step = (2 * Math.PI * pitchOf(word)) / rate;
    const end = Math.min(samples.length, Math.round((at + lasts) * rate));
    const begin = Math.round(at * rate);
    for (let place = begin; place < end; place += 1) {
      // A tone with an abrupt start is heard as a click, which is another word.
      const loud = Math.min(1, (place - begin) / fade, (end - place) / fade);
      samples[place] = 9_000 * loud * Math.sin(step * place);
    }
  }
  return Buffer.from(samples.buffer);
}

/** Returns the same sound as a file that can be uploaded. */
export function wavOf(samples: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
