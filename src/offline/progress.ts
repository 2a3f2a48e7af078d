import type { UploadView } from './upload-view.ts';

/** The specification's upload progress map: protocol id → progress, 0 to 1. */
export type UploadProgress = ReadonlyMap<string, number>;

/** Of several uploads to one protocol the last one counts. */
export function progressOf(views: readonly UploadView[]): UploadProgress {
  return new Map(
    views
      .filter((view) => view.state !== 'cancelled' && view.state !== 'cancelling')
      .map((view) => [view.protocolId, view.state === 'done' ? 1 : view.sentBytes / view.size]),
  );
}
