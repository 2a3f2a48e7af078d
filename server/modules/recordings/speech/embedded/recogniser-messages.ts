import type { ModelFolder } from './model-folder.ts';
import type { SpeechPiece } from './speech-pieces.ts';
import type { Recognised } from './spoken-lines.ts';

/** What the recogniser's process is asked; a sound is a file of 16-bit samples, 16 kHz, mono, without a head. */
export type Question =
  | { ask: 'load'; model: ModelFolder; threads: number }
  | { ask: 'pieces'; sound: string }
  | { ask: 'recognise'; sound: string; from: number; to: number };

export type Answers = { load: null; pieces: SpeechPiece[]; recognise: Recognised & { seconds: number } };
/** `memory`: bytes that the process has. `progress`: it is still at work. */
export type Reply = { done: unknown; memory: number } | { failed: string } | { progress: true };

/** What the process ends with where it takes more memory than it may. */
export const memoryExit = 77;
export const sampleRate = 16_000;
