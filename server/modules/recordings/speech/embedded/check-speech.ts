import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testMs } from '#contract/state.ts';
import { SpeechFailure } from '../speech-failure.ts';
import { sampleRate } from './recogniser-messages.ts';
import type { SpeechPiece } from './speech-pieces.ts';

const seconds = 20;

/** Recognises a test sound of twenty seconds: tones with the rhythm of syllables. */
export async function checkSpeech(hear: (sound: string, piece: SpeechPiece) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-speech-'));
  try {
    const sound = join(folder, 'sound.raw');
    await writeFile(sound, syllables());
    await hear(sound, { start: 0, end: seconds, silent: false });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function syllables(): Buffer {
  const samples = Buffer.alloc(seconds * sampleRate * 2);
  for (let place = 0; place < seconds * sampleRate; place += 1) {
    const time = place / sampleRate;
    const pitch = 120 + 40 * Math.sin(2 * Math.PI * 0.3 * time);
    const loud = Math.max(0, Math.sin(2 * Math.PI * 3 * time)) * 6_000;
    const voice = Math.sin(2 * Math.PI * pitch * time) + 0.5 * Math.sin(2 * Math.PI * pitch * 5 * time);
    samples.writeInt16LE(Math.round(loud * voice), place * 2);
  }
  return samples;
}

/** Returns the result of a test, worded for an administrator. */
export function checkWords(went: { loadSeconds: number; speed?: number; memory?: number }): string {
  const { loadSeconds, speed = 1, memory = 0 } = went;
  const hour = 3600 / speed;
  const takes = hour < 60 ? 'меньше минуты' : `около ${Math.round(hour / 60)}\u00A0мин`;
  const loaded = loadSeconds < 0.1 ? '' : `Модель загрузилась за ${short(loadSeconds)}\u00A0с. `;
  const recognised = `${seconds}\u00A0секунд звука распознаны за ${short(seconds / speed)}\u00A0с: час записи займёт ${takes}.`;
  return `${loaded}${recognised} Памяти занято ${Math.round(memory / 1024 ** 2)}\u00A0МБ.`;
}

/** Returns why a test that took too long has no result. */
export function unchecked(isBusy: boolean): SpeechFailure {
  const words = isBusy
    ? 'Сейчас распознаётся запись, и до проверки дело не дошло. Проверьте модель позже.'
    : `Модель не ответила за ${testMs / 1000} секунд: для этой машины она слишком велика.`;
  return new SpeechFailure(words, true);
}

function short(value: number): string {
  return value.toLocaleString('ru', { maximumSignificantDigits: value < 10 ? 2 : 3 });
}
