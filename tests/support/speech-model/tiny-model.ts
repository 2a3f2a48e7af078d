import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataTypes, integerAttribute, integers, type Node, onnxFile } from './onnx-file.ts';

const { float, int64 } = dataTypes;
/** Number of spectral bands in the model's input. */
const bands = 64;
/** Pitch of the tone that stands for each word, in Hz. */
const tones = [300, 1000, 3000] as const;
/** Level above which a word is recognised. */
const threshold = -5;

export type TinyModel = {
  /** The words of the three tones; «▁» marks the beginning of a word. */
  words?: readonly [string, string, string];
  kind?: 'nemo-ctc' | 'nemo-transducer' | 'zipformer-ctc';
  /** Whether the model has a file that tells speech from noise. */
  vad?: boolean;
  /** Bytes of memory that it takes for each second of sound. */
  hungry?: number;
};

/** Returns the pitch of the tone that is recognised as this word. */
export function pitchOf(word: 0 | 1 | 2): number {
  return tones[word];
}

/** Writes a model of a few kB that hears three tones as words, into a folder that the real library loads. */
export async function writeTinyModel(folder: string, model: TinyModel = {}): Promise<string> {
  const { words = ['▁раз', '▁два', '▁три'], kind = 'nemo-ctc', vad = true, hungry = 0 } = model;
  await mkdir(folder, { recursive: true });
  const files: Record<string, Buffer | string> = {
    ...(kind === 'nemo-transducer' ? transducer() : { 'model.int8.onnx': ctc(kind, hungry) }),
    'tokens.txt': tokens(words, kind),
    ...(vad && { 'silero_vad.onnx': voiceDetector() }),
    LICENSE: 'MIT License\n\nPermission is hereby granted, free of charge, to any person…\n',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

function tokens(words: readonly string[], kind: TinyModel['kind']): string {
  const all = kind === 'zipformer-ctc' ? ['<blk>', ...words] : [...words, '<blk>'];
  return all.map((word, place) => `${word} ${place}\n`).join('');
}

/** Computes the level of each word at each moment, and the blank: `features` are (batch, time, bands). */
function scores(features: string, to: string, blank: 'first' | 'last', bands = 64) {
  const count = tones.length + 1;
  const first = blank === 'first' ? 1 : 0;
  const weights = new Float32Array(bands * count);
  for (const [word, hz] of tones.entries()) {
    const middle = Math.round((melOf(hz) / melOf(8000)) * bands - 0.5);
    for (const band of [middle - 1, middle, middle + 1]) weights[band * count + word + first] = 1 / 3;
  }
  const bias = new Float32Array(count);
  bias[blank === 'first' ? 0 : count - 1] = threshold;
  return {
    nodes: [
      { op: 'MatMul', inputs: [features, 'weights'], outputs: ['loud'] },
      { op: 'Add', inputs: ['loud', 'bias'], outputs: [to] },
    ],
    constants: [
      { name: 'weights', shape: [bands, count], data: weights },
      { name: 'bias', shape: [count], data: bias },
    ],
  };
}

/** Converts a frequency to the mel scale. */
function melOf(hz: number): number {
  return Math.log(1 + hz / 700);
}

const nemoMetadata = {
  vocab_size: String(tones.length),
  subsampling_factor: '1',
  normalize_type: '',
  is_giga_am: '1',
  pred_rnn_layers: '1',
  pred_hidden: '4',
};
const transposed: Node = {
  op: 'Transpose',
  inputs: ['audio_signal'],
  outputs: ['features'],
  attributes: [integers('perm', [0, 2, 1])],
};
const nemoInputs = [
  { name: 'audio_signal', type: float, shape: ['batch', bands, 'time'] },
  { name: 'length', type: int64, shape: ['batch'] },
];

function ctc(kind: 'nemo-ctc' | 'zipformer-ctc', hungry: number): Buffer {
  if (kind === 'zipformer-ctc') return zipformerCtc();
  const heard = scores('features', hungry > 0 ? 'heard' : 'logprobs', 'last');
  const count = tones.length + 1;
  return onnxFile({
    nodes: [transposed, ...heard.nodes, ...(hungry > 0 ? hungryNodes : [])],
    constants: [...heard.constants, ...(hungry > 0 ? hungryConstants(hungry) : [])],
    inputs: nemoInputs,
    outputs: [{ name: 'logprobs', type: float, shape: ['batch', 'time', count] }],
    metadata: nemoMetadata,
  });
}

/** Takes this much memory for each hundredth of a second, without changing the result. */
const hungryNodes: Node[] = [
  { op: 'Mul', inputs: ['length', 'appetite'], outputs: ['amount'] },
  { op: 'ConstantOfShape', inputs: ['amount'], outputs: ['eaten'] },
  { op: 'ReduceMax', inputs: ['eaten'], outputs: ['nothing'], attributes: [integerAttribute('keepdims', 0)] },
  { op: 'Add', inputs: ['heard', 'nothing'], outputs: ['logprobs'] },
];
const hungryConstants = (bytes: number) => [
  { name: 'appetite', shape: [1], data: BigInt64Array.of(BigInt(Math.round(bytes / 4 / 100))) },
];

/** Uses every fourth moment, like such models. */
function zipformerCtc(): Buffer {
  const count = tones.length + 1;
  const heard = scores('fourth', 'log_probs', 'first', 80);
  const number = (name: string, value: bigint) => ({ name, shape: [1], data: BigInt64Array.of(value) });
  return onnxFile({
    nodes: [
      { op: 'Slice', inputs: ['x', 'from', 'to', 'axis', 'four'], outputs: ['fourth'] },
      ...heard.nodes,
      { op: 'Div', inputs: ['x_lens', 'four'], outputs: ['log_probs_len'] },
    ],
    constants: [
      ...heard.constants,
      number('from', 0n),
      number('to', 1_000_000n),
      number('axis', 1n),
      number('four', 4n),
    ],
    inputs: [
      { name: 'x', type: float, shape: ['batch', 'time', 80] },
      { name: 'x_lens', type: int64, shape: ['batch'] },
    ],
    outputs: [
      { name: 'log_probs', type: float, shape: ['batch', 'fourth', count] },
      { name: 'log_probs_len', type: int64, shape: ['batch'] },
    ],
    metadata: { model_type: 'zipformer2_ctc', version: '1', subsampling_factor: '4', vocab_size: String(count) },
  });
}

/** The same model in three parts: an encoder, a decoder that adds nothing, and a joiner that adds both. */
function transducer(): Record<string, Buffer> {
  const count = tones.length + 1;
  const heard = scores('features', 'scores', 'last');
  const state = { type: float, shape: [1, 'batch', 4] };
  const back: Node = {
    op: 'Transpose',
    inputs: ['scores'],
    outputs: ['outputs'],
    attributes: [integers('perm', [0, 2, 1])],
  };
  const encoder = onnxFile({
    nodes: [transposed, ...heard.nodes, back, { op: 'Identity', inputs: ['length'], outputs: ['encoded_lengths'] }],
    constants: heard.constants,
    inputs: nemoInputs,
    outputs: [
      { name: 'outputs', type: float, shape: ['batch', count, 'time'] },
      { name: 'encoded_lengths', type: int64, shape: ['batch'] },
    ],
    metadata: { ...nemoMetadata, model_type: 'EncDecRNNTBPEModel' },
  });
  const decoder = onnxFile({
    nodes: [
      { op: 'Identity', inputs: ['silent'], outputs: ['decoded'] },
      { op: 'Identity', inputs: ['target_length'], outputs: ['decoded_length'] },
      { op: 'Identity', inputs: ['state_0'], outputs: ['next_0'] },
      { op: 'Identity', inputs: ['state_1'], outputs: ['next_1'] },
    ],
    constants: [{ name: 'silent', shape: [1, count, 1], data: new Float32Array(count) }],
    inputs: [
      { name: 'targets', type: dataTypes.int32, shape: ['batch', 'count'] },
      { name: 'target_length', type: dataTypes.int32, shape: ['batch'] },
      { name: 'state_0', ...state },
      { name: 'state_1', ...state },
    ],
    outputs: [
      { name: 'decoded', type: float, shape: [1, count, 1] },
      { name: 'decoded_length', type: dataTypes.int32, shape: ['batch'] },
      { name: 'next_0', ...state },
      { name: 'next_1', ...state },
    ],
  });
  const joiner = onnxFile({
    nodes: [
      { op: 'Add', inputs: ['encoder_out', 'decoder_out'], outputs: ['sum'] },
      { op: 'Transpose', inputs: ['sum'], outputs: ['flat'], attributes: [integers('perm', [0, 2, 1])] },
      { op: 'Unsqueeze', inputs: ['flat', 'axis'], outputs: ['logit'] },
    ],
    constants: [{ name: 'axis', shape: [1], data: BigInt64Array.of(1n) }],
    inputs: [
      { name: 'encoder_out', type: float, shape: ['batch', count, 1] },
      { name: 'decoder_out', type: float, shape: ['batch', count, 1] },
    ],
    outputs: [{ name: 'logit', type: float, shape: ['batch', 1, 1, count] }],
  });
  return { 'encoder.int8.onnx': encoder, 'decoder.onnx': decoder, 'joiner.onnx': joiner };
}

/** Treats everything loud as speech: it has the interface of silero VAD, without its training. */
function voiceDetector(): Buffer {
  const state = { type: float, shape: [2, 1, 64] };
  return onnxFile({
    nodes: [
      { op: 'Abs', inputs: ['input'], outputs: ['size'] },
      { op: 'ReduceMean', inputs: ['size'], outputs: ['mean'], attributes: [integers('axes', [1])] },
      { op: 'Mul', inputs: ['mean', 'steep'], outputs: ['steeper'] },
      { op: 'Add', inputs: ['steeper', 'least'], outputs: ['sum'] },
      { op: 'Sigmoid', inputs: ['sum'], outputs: ['output'] },
      { op: 'Identity', inputs: ['h'], outputs: ['hn'] },
      { op: 'Identity', inputs: ['c'], outputs: ['cn'] },
    ],
    constants: [
      { name: 'steep', shape: [1], data: Float32Array.of(500) },
      { name: 'least', shape: [1], data: Float32Array.of(-3) },
    ],
    inputs: [
      { name: 'input', type: float, shape: [1, 'samples'] },
      { name: 'sr', type: int64, shape: [1] },
      { name: 'h', ...state },
      { name: 'c', ...state },
    ],
    outputs: [
      { name: 'output', type: float, shape: [1, 1] },
      { name: 'hn', ...state },
      { name: 'cn', ...state },
    ],
  });
}
