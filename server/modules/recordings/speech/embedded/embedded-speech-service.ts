import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testMs } from '#contract/state/state.ts';
import type { SpokenSegment } from '../../subtitles/spoken-segment.ts';
import { SpeechFailure } from '../speech-failure.ts';
import type { ModelFolder } from './model-folder.ts';
import type { SpeechPiece } from './pieces-for-recogniser.ts';
import { sampleRate } from './recogniser-messages.ts';
import { EmbeddedRecogniser, type RecogniserLimits, usualLimits } from './recogniser-queue.ts';
import { spokenLines } from './spoken-lines.ts';

/** Speech recognition on this machine. A sound is a headerless file of 16-bit samples, 16 kHz, mono. */
export type EmbeddedSpeech = {
  place: 'machine';
  folder: string;
  /** Returns the model in the folder. @throws SpeechFailure with the problems of the folder */
  model(): Promise<ModelFolder>;
  /** Returns the recent speed and the memory used in bytes; empty if nothing was recognised yet. */
  lately(): { speed?: number; memory?: number };
  /**
   * Returns consecutive pieces of a sound with the speech in them, each at most as long as the model can process at
   * once.
   */
  pieces(sound: string, signal: AbortSignal): Promise<SpeechPiece[]>;
  /** Returns the lines spoken in a piece; times are seconds of the sound. */
  hear(sound: string, piece: SpeechPiece, signal: AbortSignal): Promise<SpokenSegment[]>;
  /**
   * Tests the recognition with a generated sound and returns the result in words.
   * @throws SpeechFailure, also if `signal` ends the test
   */
  check(signal: AbortSignal): Promise<string>;
  /** Returns the id of the recogniser's process, while there is one. */
  pid(): number | undefined;
  close(): void;
};

/** Weight of the latest piece in the running averages. */
const newest = 0.2;

/** Recognises speech by the model in a folder; each method throws a SpeechFailure with the cause in Russian. */
export function createEmbeddedSpeech(folder: string, limits: Partial<RecogniserLimits> = {}): EmbeddedSpeech {
  const recogniser = new EmbeddedRecogniser(folder, { ...usualLimits, ...limits });
  let speed: number | undefined;
  let memory: number | undefined;

  async function hear(sound: string, { start, end }: SpeechPiece, signal: AbortSignal): Promise<SpokenSegment[]> {
    const { writesMarks } = await recogniser.model();
    const question = { ask: 'recognise', sound, from: start, to: end } as const;
    const heard = await recogniser.ask(question, signal);
    noteSpeed((end - start) / heard.seconds);
    memory = Math.max(memory ?? 0, recogniser.process?.memory ?? 0);
    const lines = spokenLines(heard, end - start, writesMarks);
    return lines.map((line) => ({ ...line, start: at(start + line.start), end: at(start + line.end) }));
  }

  function noteSpeed(last: number): void {
    if (Number.isFinite(last)) speed = speed === undefined ? last : speed * (1 - newest) + last * newest;
  }

  return {
    place: 'machine',
    folder,
    model: () => recogniser.model(),
    lately: () => ({ ...(speed !== undefined && { speed }), ...(memory !== undefined && { memory }) }),
    pieces: (sound, signal) => recogniser.ask({ ask: 'pieces', sound }, signal),
    hear,
    async check(signal) {
      try {
        const loadSeconds = await recogniser.load(signal);
        speed = undefined;
        await checkSpeech((sound, piece) => hear(sound, piece, signal));
        return checkWords({ loadSeconds, speed, memory });
      } catch (error) {
        throw signal.aborted ? unchecked(recogniser.isWaiting(signal)) : error;
      }
    },
    pid: () => recogniser.process?.pid,
    close: () => recogniser.close(),
  };
}

function at(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

const testSeconds = 20;

/** Recognises a test sound of twenty seconds: tones with the rhythm of syllables. */
async function checkSpeech(hear: (sound: string, piece: SpeechPiece) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-speech-'));
  try {
    const sound = join(folder, 'sound.raw');
    await writeFile(sound, syllables());
    await hear(sound, { start: 0, end: testSeconds, silent: false });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function syllables(): Buffer {
  const samples = Buffer.alloc(testSeconds * sampleRate * 2);
  for (let place = 0; place < testSeconds * sampleRate; place += 1) {
    const time = place / sampleRate;
    const pitch = 120 + 40 * Math.sin(2 * Math.PI * 0.3 * time);
    const loud = Math.max(0, Math.sin(2 * Math.PI * 3 * time)) * 6_000;
    const voice = Math.sin(2 * Math.PI * pitch * time) + 0.5 * Math.sin(2 * Math.PI * pitch * 5 * time);
    samples.writeInt16LE(Math.round(loud * voice), place * 2);
  }
  return samples;
}

/** Returns the result of a test, worded for an administrator. */
function checkWords(went: { loadSeconds: number; speed?: number; memory?: number }): string {
  const { loadSeconds, speed = 1, memory = 0 } = went;
  const hour = 3600 / speed;
  const takes = hour < 60 ? 'меньше минуты' : `около ${Math.round(hour / 60)}\u00A0мин`;
  const loaded = loadSeconds < 0.1 ? '' : `Модель загрузилась за ${short(loadSeconds)}\u00A0с. `;
  const recognised = `${testSeconds}\u00A0секунд звука распознаны за ${short(testSeconds / speed)}\u00A0с: час записи займёт ${takes}.`;
  return `${loaded}${recognised} Памяти занято ${Math.round(memory / 1024 ** 2)}\u00A0МБ.`;
}

/** Returns why a test that took too long has no result. */
function unchecked(isBusy: boolean): SpeechFailure {
  const words = isBusy
    ? 'Сейчас распознаётся запись, и до проверки дело не дошло. Проверьте модель позже.'
    : `Модель не ответила за ${testMs / 1000} секунд: для этой машины она слишком велика.`;
  return new SpeechFailure(words, true);
}

function short(value: number): string {
  return value.toLocaleString('ru', { maximumSignificantDigits: value < 10 ? 2 : 3 });
}
