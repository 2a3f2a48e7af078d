import type { UploadRow } from '../store/upload-row.ts';

/** A stage that an upload brings its recording to; of a protocol's first one the cached first page follows it (spec.md §4). */
export interface StageChange extends Pick<UploadRow, 'protocolId' | 'uploadId' | 'place'> {
  stage: 'video_uploaded' | 'video_process';
}
