// A separate process, since a broken model, or one that uses too much memory, ends the whole process from inside the
// library.
import { open } from 'node:fs/promises';
import type { OfflineRecognizer, Vad } from 'sherpa-onnx-node';
import { findSpeech, readSamples } from './find-speech.ts';
import { recogniserConfig, vadConfig } from './recogniser-config.ts';
import { type Answers, memoryExit, type Question, type Reply, sampleRate } from './recogniser-messages.ts';

const maxMemory = Number(process.argv[2]);
const watchEveryMs = 100;
/** The library cuts longer stretches itself, looking for shorter pauses. */
const vadBufferSeconds = 60;

type Loaded = { recogniser: OfflineRecognizer; newVad: () => Vad | undefined };
let loaded: Loaded | undefined;

// Some systems cannot limit a process; where they can, this check comes first and gives a named reason.
setInterval(watchMemory, watchEveryMs);
process.on('disconnect', () => process.exit(0));
process.on('message', (question: Question) => {
  answer(question).then(
    (done) => tell({ done, memory: watchMemory() }),
    (error: unknown) => tell({ failed: error instanceof Error ? error.message : String(error) }),
  );
});

/** @returns the bytes used */
function watchMemory(): number {
  const memory = process.memoryUsage.rss();
  if (memory > maxMemory) process.exit(memoryExit);
  return memory;
}

function tell(reply: Reply): void {
  if (process.connected) process.send?.(reply);
}

async function answer(question: Question): Promise<Answers[Question['ask']]> {
  if (question.ask === 'load') {
    loaded = await load(question);
    return null;
  }
  if (!loaded) throw new Error('No model is loaded');
  if (question.ask === 'pieces') return findSpeech(question.sound, loaded.newVad(), () => tell({ progress: true }));
  return recognise(loaded.recogniser, question);
}

async function load({ model, threads }: Extract<Question, { ask: 'load' }>): Promise<Loaded> {
  const { default: library } = await import('sherpa-onnx-node');
  const { vad } = model.files;
  const newVad = () => (vad === undefined ? undefined : new library.Vad(vadConfig(vad), vadBufferSeconds));
  // Created once here, so that a broken file is detected on loading.
  newVad();
  return { recogniser: await library.OfflineRecognizer.createAsync(recogniserConfig(model, threads)), newVad };
}

async function recognise(
  recogniser: OfflineRecognizer,
  { sound, from, to }: Extract<Question, { ask: 'recognise' }>,
): Promise<Answers['recognise']> {
  const [first, last] = [from, to].map((seconds) => Math.round(seconds * sampleRate)) as [number, number];
  const file = await open(sound);
  const samples = await readSamples(file, first, last - first).finally(() => file.close());
  const started = performance.now();
  const stream = recogniser.createStream();
  stream.acceptWaveform({ samples, sampleRate });
  const { text, tokens = [], timestamps = [] } = await recogniser.decodeAsync(stream);
  return { text, tokens, timestamps, seconds: (performance.now() - started) / 1000 };
}
