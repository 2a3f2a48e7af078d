import type { UploadView } from './upload-view.ts';

/** A stage that an upload brings its protocol to; the cached first page follows it (spec.md §4). */
export interface StageChange {
  protocolId: string;
  stage: 'video_uploaded' | 'video_process';
}

/** The page's way to the upload queue: every upload of the signed-in person, whichever tab or worker moves it. */
export interface Uploads {
  /** Takes the file into the queue and resolves with the upload's id. Throws UploadError. */
  add(protocolId: string, file: Blob, options?: { fileName?: string }): Promise<string>;
  pause(id: string): void;
  resume(id: string): void;
  cancel(id: string): void;
  /** Again after `failed`. */
  retry(id: string): void;
  /** After `needs-file`: goes on when it is the same file, by its size and contents. Throws UploadError. */
  pickAgain(id: string, file: Blob): Promise<'resumed' | 'different'>;
  /** In the order in which they were added; the same array until something changes. */
  list(): readonly UploadView[];
  subscribe(listener: () => void): () => void;
  /** Told in every tab. */
  onStage(listener: (change: StageChange) => void): () => void;
  start(): void;
  stop(): void;
}
