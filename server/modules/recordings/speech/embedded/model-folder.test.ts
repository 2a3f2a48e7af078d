import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SpeechFailure } from '../speech-failure.ts';
import { readModelFolder } from './model-folder.ts';
import { recogniserConfig } from './recogniser-config.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-model-'));
});
afterEach(() => rm(folder, { recursive: true }));

const nemo = '▁да 0\n▁нет 1\n. 2\n<blk> 3\n';
const icefall = '<blk> 0\n▁да 1\n▁нет 2\n';
const whisper = 'IQ== 0\nIg== 1\n';
const fill = async (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return readModelFolder(folder);
};

test.each([
  [['encoder.int8.onnx', 'decoder.onnx', 'joiner.onnx'], nemo, 'nemo-transducer', 'nemo_transducer'],
  [
    ['v3_e2e_rnnt_encoder.onnx', 'v3_e2e_rnnt_decoder.onnx', 'v3_e2e_rnnt_joint.onnx'],
    nemo,
    'nemo-transducer',
    'nemo_',
  ],
  [['model.int8.onnx'], nemo, 'nemo-ctc', 'nemoCtc'],
  [
    ['encoder-epoch-99.onnx', 'decoder-epoch-99.onnx', 'joiner-epoch-99.onnx'],
    icefall,
    'zipformer-transducer',
    '"transducer"',
  ],
  [['ctc-epoch-20.onnx'], icefall, 'zipformer-ctc', 'zipformerCtc'],
  [['small-encoder.int8.onnx', 'small-decoder.int8.onnx'], whisper, 'whisper', '"language":"ru"'],
])('the kind of a model is found from %s', async (models, tokens, kind, told) => {
  const name = kind === 'whisper' ? 'small-tokens.txt' : 'tokens.txt';
  const files = Object.fromEntries([...models, 'silero_vad.onnx'].map((each) => [each, each]));
  const model = await fill({ ...files, [name]: tokens, LICENSE: 'MIT License' });
  expect(model).toMatchObject({ kind, licence: 'MIT', isRussian: kind !== 'whisper' });
  expect(model.files.vad).toBe(join(folder, 'silero_vad.onnx'));
  expect(model.writesMarks).toBe(tokens !== icefall);
  expect(JSON.stringify(recogniserConfig(model, 2))).toContain(told);
});

test('of several precisions the smallest file is used', async () => {
  const { files, size } = await fill({ 'model.onnx': 'xxxx', 'model.int8.onnx': 'x', 'tokens.txt': nemo });
  expect([files.model, size]).toEqual([join(folder, 'model.int8.onnx'), 1 + Buffer.byteLength(nemo)]);
});

test.each([
  [{}, /нет модели распознавания/],
  [{ 'model.onnx': 'x' }, /нет файла tokens\.txt/],
  [{ 'encoder.onnx': 'x', 'tokens.txt': nemo }, /нет файла encoder или decoder/],
  [{ 'encoder.onnx': 'x', 'decoder.onnx': 'x', 'tokens.txt': nemo }, /нет файла joiner/],
  [{ 'model.onnx': 'x', 'tokens.txt': 'not words' }, /не похож на список слов/],
  [{ 'model.onnx': 'x', 'tokens.txt': '▁yes 0\n<blk> 1\n' }, /не знает русского/],
  [{ 'small.en-encoder.onnx': 'x', 'small.en-decoder.onnx': 'x', 'small.en-tokens.txt': whisper }, /не знает русского/],
  [
    { 'encoder-chunk-16.onnx': 'x', 'decoder.onnx': 'x', 'joiner.onnx': 'x', 'tokens.txt': icefall },
    /поток с микрофона/,
  ],
  [
    {
      'model.onnx': 'x',
      'tokens.txt': nemo,
      'model.json': JSON.stringify({ name: 'GigaAM v3', licence: 'MIT', files: { 'model.onnx': 9 } }),
    },
    /model\.onnx не целый: 1 байт из 9/,
  ],
])('%j is rejected with its cause', async (files, cause) => {
  await expect(fill(files as Record<string, string>)).rejects.toThrow(cause);
});

test('a missing folder is reported', async () => {
  await expect(readModelFolder(join(folder, 'none'))).rejects.toThrow(/Папки с моделью распознавания нет/);
});

test.each([
  [
    'encoder.onnx',
    (path: string) => symlink('nowhere', path),
    /Файл модели encoder\.onnx — ссылка на файл, которого нет/,
  ],
  ['model.json', (path: string) => mkdir(path), /Файл модели model\.json не читается: EISDIR/],
  ['tokens.txt', (path: string) => mkdir(path), /Файл модели tokens\.txt не читается: EISDIR/],
])('an unreadable %s is reported by name', async (name, make, cause) => {
  await make(join(folder, name));
  const files = { 'encoder.onnx': 'x', 'decoder.onnx': 'x', 'joiner.onnx': 'x', 'tokens.txt': nemo };
  const error = await fill(Object.fromEntries(Object.entries(files).filter(([each]) => each !== name))).catch(
    (it) => it,
  );
  expect(error).toBeInstanceOf(SpeechFailure);
  expect(error.message).toMatch(cause);
});
