import type { ModelFolder } from './model-folder.ts';

const sampleRate = 16_000;
/** Number of samples judged at once. */
export const vadWindow = 512;

/** Returns the library's settings for loading a model. */
export function recogniserConfig({ kind, files }: ModelFolder, threads: number): Record<string, unknown> {
  const { tokens } = files;
  const common = { tokens, numThreads: threads, provider: 'cpu', debug: 0 };
  return { featConfig: { sampleRate, featureDim: 80 }, modelConfig: { ...common, ...modelFiles(kind, files) } };
}

function modelFiles(kind: ModelFolder['kind'], files: ModelFolder['files']): Record<string, unknown> {
  const { encoder, decoder, joiner, model } = files;
  switch (kind) {
    case 'nemo-transducer':
      return { transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer' };
    case 'zipformer-transducer':
      return { transducer: { encoder, decoder, joiner }, modelType: 'transducer' };
    case 'nemo-ctc':
      return { nemoCtc: { model } };
    case 'zipformer-ctc':
      return { zipformerCtc: { model } };
    case 'whisper':
      return { whisper: { encoder, decoder, language: 'ru', task: 'transcribe' } };
  }
}

/** Returns the settings for detecting speech. */
export function vadConfig(model: string): Record<string, unknown> {
  // A short «да» is speech too; long stretches are cut by our own code, where it is quietest.
  const sileroVad = {
    model,
    threshold: 0.5,
    minSpeechDuration: 0.1,
    minSilenceDuration: 0.4,
    maxSpeechDuration: 20,
    windowSize: vadWindow,
  };
  return { sileroVad, sampleRate, numThreads: 1, provider: 'cpu', debug: false };
}
