import type { ProcessingStepName } from '#contract/processing.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import type { Database, Db, StoredVideo } from '#server/platform/db/index.ts';
import type { MediaTools } from '#server/platform/media/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import type { MediaWork } from './ffmpeg.ts';

/** What a step is given. */
export type StepContext = Omit<MediaWork, 'tools'> & {
  protocolId: string;
  /** The recording, where it is not the first of the protocol. */
  partId: string | undefined;
  ownerId: string;
  video: StoredVideo;
  storage: Storage;
  tools: MediaTools;
  database: Database;
  /** Speech recognition, where it is connected. */
  speech: SpeechService | undefined;
  analysis: Analysis;
  /** Whether the recogniser may be asked now: else a step that needs it throws HearLater. */
  mayHear: boolean;
  /** Throws RunOver where the run is over, or another node does it now: asked before what another may have written is changed. */
  requireTurn: (db: Db) => Promise<void>;
};

/** The result of a step: fields of the recording, and a note for the person. */
export type StepResult = { video?: Partial<StoredVideo>; note?: string };

export type Step = {
  name: ProcessingStepName;
  /** Steps whose results it works on: it waits until they are done. */
  needs: readonly ProcessingStepName[];
  /** Steps that it waits for, even if they are skipped. */
  after?: readonly ProcessingStepName[];
  /** Steps that it waits for, whatever becomes of them. */
  behind?: readonly ProcessingStepName[];
  run: (context: StepContext) => Promise<StepResult>;
};

/** Why a step goes back to waiting: it needs the recogniser, which is asked in its own queue. */
export class HearLater extends Error {}

/** Why a step is broken off: its run was cancelled, or is another's. */
export class RunOver extends Error {}
