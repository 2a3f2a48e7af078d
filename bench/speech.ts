import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { createEmbeddedSpeech, type EmbeddedSpeech } from '#server/modules/recordings/index.ts';
import { wordErrors } from '#tests/support/word-errors.ts';
import type { Figure } from './table.ts';

const execute = promisify(execFile);
/** As accurate as people who take minutes by hand, and four times as fast as the recording. */
const targets = { wer: 0.15, speed: 4, memory: 2048 };
const usage =
  'npm run bench -- speech --model ПАПКА --set ПАПКА: записи и рядом тексты с теми же именами (встреча.mp3, встреча.txt)';

/** Measures how accurately, how fast and in how much memory a real model recognises a set of recordings. */
export async function measureSpeech({ model, set }: { model?: string; set?: string }): Promise<Figure[]> {
  if (!model || !set) return [notMeasured(`не измерено: нет ${model ? 'записей' : 'модели'}. ${usage}`)];
  const pairs = await pairsIn(set);
  if (pairs.length === 0) return [notMeasured(`не измерено: в ${set} нет записи с текстом. ${usage}`)];
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const speech = createEmbeddedSpeech(model);
  try {
    const total = { said: 0, wrong: 0, seconds: 0, took: 0 };
    const { name } = await speech.model();
    for (const { sound, text } of pairs) {
      const heard = await hear(speech, sound, join(folder, 'sound.raw'));
      const errors = wordErrors(await readFile(text, 'utf8'), heard.text);
      total.said += errors.said;
      total.wrong += errors.wrong;
      total.seconds += heard.seconds;
      total.took += heard.took;
      console.log(`${sound}: WER ${percent(errors.wrong / Math.max(1, errors.said))}`);
    }
    return figuresOf(name, pairs.length, { ...total, memory: (speech.lately().memory ?? 0) / 1024 ** 2 });
  } finally {
    speech.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Total = { said: number; wrong: number; seconds: number; took: number; memory: number };

function figuresOf(name: string, count: number, { said, wrong, seconds, took, memory }: Total): Figure[] {
  const [wer, speed] = [wrong / Math.max(1, said), seconds / took];
  const reference = `записей: ${count}, секунд: ${Math.round(seconds)}, слов: ${said}`;
  return [
    {
      what: `речь, ${name}: ошибки в словах`,
      measured: percent(wer),
      reference,
      target: `≤ ${percent(targets.wer)}`,
      holds: wer <= targets.wer,
    },
    {
      what: `речь, ${name}: быстрее, чем говорят`,
      measured: `в ${speed.toFixed(1)} раза`,
      reference: 'с загрузкой модели и поиском речи',
      target: `≥ ${targets.speed}`,
      holds: speed >= targets.speed,
    },
    {
      what: `речь, ${name}: память`,
      measured: `${Math.round(memory)} МБ`,
      reference: 'предел 4096 МБ',
      target: `≤ ${targets.memory} МБ`,
      holds: memory <= targets.memory,
    },
  ];
}

async function hear(speech: EmbeddedSpeech, sound: string, raw: string) {
  const { signal } = new AbortController();
  await execute('ffmpeg', ['-v', 'error', '-y', '-i', sound, '-ar', '16000', '-ac', '1', '-f', 's16le', raw]);
  const started = performance.now();
  const lines: string[] = [];
  for (const piece of await speech.pieces(raw, signal)) {
    if (!piece.silent) lines.push(...(await speech.hear(raw, piece, signal)).map(({ text }) => text));
  }
  const took = (performance.now() - started) / 1000;
  return { text: lines.join(' '), seconds: (await stat(raw)).size / 32_000, took };
}

/** Recordings that have a text beside them. */
async function pairsIn(folder: string): Promise<{ sound: string; text: string }[]> {
  const names = await readdir(folder);
  const texts = new Set(names.filter((name) => name.endsWith('.txt')));
  return names.flatMap((name) => {
    const text = `${name.slice(0, -extname(name).length || undefined)}.txt`;
    return name !== text && texts.has(text) ? [{ sound: join(folder, name), text: join(folder, text) }] : [];
  });
}

function notMeasured(measured: string): Figure {
  return { what: 'речь на этой машине', measured, reference: '—', target: '—', holds: true };
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
