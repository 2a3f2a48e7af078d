import type { ProcessingStepName } from '#contract/processing.ts';
import type { Database } from '#server/db/database.ts';
import type { StoredVideo } from '#server/db/stored-json.ts';
import type { Analysis } from '#server/plugins/analysis/analysis-jobs.ts';
import type { MediaTools } from '#server/plugins/media/media-tools.ts';
import type { SpeechService } from '#server/plugins/speech/speech-service.ts';
import type { Storage } from '#server/plugins/storage/storage.ts';
import type { MediaWork } from './ffmpeg.ts';

/** What a step is given. */
export type StepContext = Omit<MediaWork, 'tools'> & {
  protocolId: string;
  ownerId: string;
  video: StoredVideo;
  storage: Storage;
  tools: MediaTools;
  database: Database;
  /** Speech recognition, where it is connected. */
  speech: SpeechService | undefined;
  analysis: Analysis;
};

/** What a step leaves: fields of the protocol's recording, and what a person should know. */
export type StepResult = { video?: Partial<StoredVideo>; note?: string };

export type Step = {
  name: ProcessingStepName;
  /** Steps whose results it works on: it waits until they are done. */
  needs: readonly ProcessingStepName[];
  /** Steps that it waits for whether they had something to do or not. */
  after?: readonly ProcessingStepName[];
  run: (context: StepContext) => Promise<StepResult>;
};
