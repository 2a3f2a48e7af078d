import type { UploadRow } from '../store/upload-row.ts';

/** A stage that an upload brings its recording to; of a protocol's first one the cached first page follows it (spec.md §4). */
export interface StageChange extends Pick<UploadRow, 'protocolId' | 'uploadId'> {
  stage: 'video_uploaded' | 'video_process';
  /** Why the server does not process it after all: the stage is another one by now. */
  refusal?: string;
  /** Which recording it may take the place of; true: of whichever is there, since the server keeps but one. */
  replaces?: string | true;
}
