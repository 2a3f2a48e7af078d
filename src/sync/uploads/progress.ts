import type { UploadView } from './upload-view.ts';

/**
 * The specification's upload progress map: protocol id → progress, 0 to 1. Of several uploads to one protocol the last
 * one counts.
 */
export function progressByProtocol(views: readonly UploadView[]): ReadonlyMap<string, number> {
  return new Map(
    views
      .filter((view) => view.state !== 'cancelled' && view.state !== 'cancelling')
      .map((view) => [view.protocolId, view.state === 'done' ? 1 : view.sentBytes / view.size]),
  );
}
