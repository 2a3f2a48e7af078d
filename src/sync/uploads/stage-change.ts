import type { UploadRow } from '../store/upload-row.ts';

/**
 * A stage that an upload brings its recording to. That of a protocol's first recording also shows on the cached first
 * page (spec.md §4).
 */
export interface StageChange extends Pick<UploadRow, 'protocolId' | 'uploadId'> {
  stage: 'video_uploaded' | 'video_process';
  /** Why the server does not process it after all: the protocol is at another stage by now. */
  refusal?: string;
  /** Id of the recording that it may replace; true for any, since the server keeps only one. */
  replaces?: string | true;
}
