import type { UploadView } from './upload-view.ts';

/** The specification's upload progress map: protocol id → progress, 0 to 1. */
export type UploadProgress = ReadonlyMap<string, number>;

interface Views {
  list(): readonly UploadView[];
  subscribe(listener: () => void): () => void;
}

/** Reads the map off the uploads; the snapshot stays the same while they do. */
export function createProgress(uploads: Views): { read(): UploadProgress; subscribe: Views['subscribe'] } {
  let views: readonly UploadView[] | undefined;
  let progress: UploadProgress = new Map();
  return {
    read() {
      const now = uploads.list();
      if (now !== views) {
        views = now;
        progress = progressOf(now);
      }
      return progress;
    },
    subscribe: uploads.subscribe,
  };
}

/** Of several uploads to one protocol the last one counts. */
export function progressOf(views: readonly UploadView[]): UploadProgress {
  return new Map(
    views
      .filter((view) => view.state !== 'cancelled' && view.state !== 'cancelling')
      .map((view) => [view.protocolId, view.state === 'done' ? 1 : view.sentBytes / view.size]),
  );
}
