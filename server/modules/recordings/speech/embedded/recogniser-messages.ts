import type { ModelFolder } from './model-folder.ts';
import type { SpeechPiece } from './pieces-for-recogniser.ts';
import type { Recognised } from './spoken-lines.ts';

/** Requests to the recogniser's process; a sound is a headerless file of 16-bit samples, 16 kHz, mono. */
export type Question =
  | { ask: 'load'; model: ModelFolder; threads: number }
  | { ask: 'pieces'; sound: string }
  | { ask: 'recognise'; sound: string; from: number; to: number };

export type Answers = { load: null; pieces: SpeechPiece[]; recognise: Recognised & { seconds: number } };
/** `memory`: bytes used by the process. `progress`: a sign that it is still working. */
export type Reply = { done: unknown; memory: number } | { failed: string } | { progress: true };

/** Exit code of a process that exceeds its memory limit. */
export const memoryExit = 77;
export const sampleRate = 16_000;
