import type { ProcessingStepName } from '#contract/recordings/processing.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import type { Database, Db, StoredVideo } from '#server/platform/db/index.ts';
import type { MediaTools } from '#server/platform/media/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import type { MediaWork } from './ffmpeg.ts';

/** Input of a step. */
export type StepContext = Omit<MediaWork, 'tools'> & {
  protocolId: string;
  /** Id of the recording, if it is not the first of the protocol. */
  partId: string | undefined;
  ownerId: string;
  video: StoredVideo;
  storage: Storage;
  tools: MediaTools;
  database: Database;
  /** Speech recognition, where it is connected. */
  speech: SpeechService | undefined;
  analysis: Analysis;
  /** True if the recogniser may be used at present; otherwise a step that needs it throws HearLater. */
  mayHear: boolean;
  /**
   * Throws RunOver if the run is over or another node has taken over; called before changing data that another node may
   * have written.
   */
  requireTurn: (db: Db) => Promise<void>;
};

/** The result of a step: fields of the recording, and a note for the person. */
export type StepResult = { video?: Partial<StoredVideo>; note?: string };

export type Step = {
  name: ProcessingStepName;
  /** Steps whose results are required: this step waits until they are done. */
  requiresDone: readonly ProcessingStepName[];
  /** Steps that must be finished first, even by being skipped. */
  requiresFinished?: readonly ProcessingStepName[];
  /** Steps that must have ended first, with any outcome. */
  requiresEnded?: readonly ProcessingStepName[];
  run: (context: StepContext) => Promise<StepResult>;
};

/** Thrown by a step that needs the recogniser, to wait for its turn in the recogniser's queue. */
export class HearLater extends Error {}

/** Thrown to stop a step whose run was cancelled or taken over. */
export class RunOver extends Error {}
