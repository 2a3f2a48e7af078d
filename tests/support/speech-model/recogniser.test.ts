import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmbeddedSpeech, type EmbeddedSpeech } from '#server/modules/recordings/index.ts';
import { explainEnd } from '#server/modules/recordings/speech/embedded/explain-end.ts';
import { RecogniserProcess } from '#server/modules/recordings/speech/embedded/recogniser-process.ts';
import { sampled } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { type TinyModel, writeTinyModel } from './tiny-model.ts';
import { tonesIn } from './tones.ts';

const MiB = 1024 ** 2;
let folder: string;
let speech: EmbeddedSpeech | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-speech-'));
});
afterEach(async () => {
  speech?.close();
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();
const open = async (model: TinyModel = {}, limits: Parameters<typeof createEmbeddedSpeech>[1] = {}) => {
  speech = createEmbeddedSpeech(await writeTinyModel(join(folder, 'model'), model), limits);
  return speech;
};
/** Three words, a pause of eight seconds, and one more. */
const sound = async () => {
  const words = [
    { word: 0, at: 1 },
    { word: 1, at: 1.6 },
    { word: 2, at: 2.2 },
    { word: 1, at: 12 },
  ] as const;
  const path = join(folder, 'sound.raw');
  await writeFile(path, tonesIn(14, words));
  return path;
};
const whole = { start: 0, end: 14, silent: false };
const hearAll = async (by: EmbeddedSpeech, path: string) => {
  const lines = [];
  for (const piece of await by.pieces(path, signal)) {
    if (!piece.silent) lines.push(...(await by.hear(path, piece, signal)));
  }
  return lines;
};

test.each(['nemo-ctc', 'zipformer-ctc'] as const)('a %s model recognises words with their times', async (kind) => {
  const lines = await hearAll(await open({ kind }), await sound());
  expect(lines.map(({ text }) => text)).toEqual(['Раз два три.', 'Два.']);
  expect(lines.map(({ start }) => Math.round(start * 10) / 10)).toEqual([1, 12]);
});

test('a transducer in three files recognises words, too', async () => {
  const lines = await hearAll(await open({ kind: 'nemo-transducer' }), await sound());
  expect(lines.map(({ text }) => [...new Set(text.toLowerCase().match(/[а-я]+/g))])).toEqual([
    ['раз', 'два', 'три'],
    ['два'],
  ]);
});

test('punctuation by the model stays unchanged', async () => {
  const lines = await hearAll(await open({ words: ['▁Раз', ',', '▁три.'] }), await sound());
  expect(lines.map(({ text }) => text)).toEqual(['Раз, три.', ',']);
});

test('without a speech detector nothing audible is left out', async () => {
  const lines = await hearAll(await open({ vad: false }), await sound());
  expect(lines.map(({ text }) => text)).toEqual(['Раз два три.', 'Два.']);
});

test('silence has no piece to recognise', async () => {
  const path = join(folder, 'silence.raw');
  await writeFile(path, tonesIn(5, []));
  expect(await (await open()).pieces(path, signal)).toEqual([{ start: 0, end: 5, silent: true }]);
});

test('a killed process is restarted, and the request is repeated', async () => {
  const by = await open();
  const path = await sound();
  await by.hear(path, whole, signal);
  const first = by.pid();
  process.kill(Number(first), 'SIGKILL');
  expect((await by.hear(path, whole, signal)).length).toBe(2);
  expect(by.pid()).not.toBe(first);
});

test('a process that hangs is reported as not answering in time', async () => {
  const hanging = await RecogniserProcess.start(512 * MiB);
  process.kill(Number(hanging.pid), 'SIGSTOP');
  const error = await hanging.ask({ ask: 'pieces', sound: '' }, 50).catch((reason: unknown) => reason);
  expect(explainEnd(error, 'work', 512 * MiB)).toMatchObject({ message: expect.stringMatching(/не ответило вовремя/) });
});

longTest('the request after one that hangs is answered', async () => {
  const by = await open({}, { workMs: 8_000 });
  const path = await sound();
  await by.hear(path, whole, signal);
  process.kill(Number(by.pid()), 'SIGSTOP');
  await expect(by.hear(path, whole, signal)).rejects.toThrow(/не ответило вовремя/);
  expect((await by.hear(path, whole, signal)).length).toBe(2);
});

test('a process that takes too much memory is reported with its limit', async () => {
  const by = await open({ hungry: 85 * MiB }, { memory: 300 * MiB });
  await expect(by.hear(await sound(), whole, signal)).rejects.toThrow(/не хватило памяти: ему отведено 0,3\u00A0ГБ/);
});

test('a lack of memory is reported', async () => {
  const by = await open({ hungry: 400 * MiB }, { memory: 300 * MiB });
  await expect(by.hear(await sound(), whole, signal)).rejects.toThrow(/не хватило памяти/);
});

const damages: [what: string, damage: (model: string) => Promise<void>][] = [
  ['a truncated model', (model) => truncate(join(model, 'model.int8.onnx'), 700)],
  ['an empty one', (model) => writeFile(join(model, 'model.int8.onnx'), '')],
  ['garbage', (model) => writeFile(join(model, 'model.int8.onnx'), Buffer.alloc(5_000, 7))],
  [
    'another kind of model under its name',
    async (model) => writeFile(join(model, 'model.int8.onnx'), await readFile(join(model, 'silero_vad.onnx'))),
  ],
  ['a broken detector of speech', (model) => writeFile(join(model, 'silero_vad.onnx'), 'none')],
];
test.each(sampled(damages, 3))('%s is reported, and can be repaired while the server runs', async (_what, damage) => {
  const by = await open();
  await damage(by.folder);
  const path = await sound();
  await expect(by.hear(path, whole, signal)).rejects.toThrow(/повреждены или не подходят друг к другу.*speech:model/);
  await writeTinyModel(by.folder);
  expect((await by.hear(path, whole, signal)).length).toBe(2);
});

test('an aborted request gets no answer, and the next one does', async () => {
  const by = await open();
  const path = await sound();
  const leaving = new AbortController();
  const left = by.hear(path, whole, leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  expect((await by.hear(path, whole, signal)).length).toBe(2);
});

test('an idle process ends', async () => {
  const by = await open({}, { idleMs: 1 });
  await by.hear(await sound(), whole, signal);
  await expect.poll(() => by.pid()).toBeUndefined();
});

test('a trial reports how long an hour takes', async () => {
  const by = await open();
  expect(await by.check(signal)).toMatch(
    /20\u00A0секунд звука распознаны за .*час записи займёт меньше минуты.*\d+\u00A0МБ/,
  );
  expect(by.lately()).toEqual({ speed: expect.any(Number), memory: expect.any(Number) });
});
