import type { ServerState, TestResult } from '#contract/state/state.ts';
import { kindWords, SpeechFailure, type SpeechService } from '#server/modules/recordings/index.ts';

/**
 * The model of a server with jobs: a server that only answers calls never loads it, and may not even have its folder.
 */
export type SpeechElsewhere = {
  state(): Promise<ServerState['speech']>;
  test(): Promise<TestResult>;
};

/** Returns what recognises speech (a service at an address, or a model on this machine) and its problems. */
export async function speechState(
  speech: SpeechService | undefined,
  address: string | undefined,
): Promise<ServerState['speech']> {
  if (speech?.place !== 'machine') return { connected: speech !== undefined, address };
  const { folder } = speech;
  try {
    const { name, kind, size, licence, isRussian, writesMarks, files } = await speech.model();
    const model = {
      ...{ folder, name, kind: kindWords[kind], size, licence },
      russian: isRussian,
      marks: writesMarks,
      vad: files.vad !== undefined,
      ...speech.lately(),
    };
    return { connected: true, model };
  } catch (error) {
    if (!(error instanceof SpeechFailure)) throw error;
    return { connected: false, model: { folder, problem: error.message } };
  }
}
