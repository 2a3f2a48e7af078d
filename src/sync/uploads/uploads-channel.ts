import type { UploadRow } from '../store/upload-row.ts';
import type { EngineEvent } from './engine-types.ts';
import type { UploadView } from './upload-view.ts';

/** Messages about uploads between the tabs of a browser. */
export type UploadMessage =
  | { type: 'view'; ownerId: string; view: UploadView }
  | ({ type: 'stage' } & StageChange)
  /** The file itself, so that another tab can continue when this one is closed. */
  | { type: 'file'; id: string; file: File }
  | { type: 'watch'; id: string }
  /** A page began to drive the queue. */
  | { type: 'hello' }
  /** A command of the person. */
  | { type: 'command'; id: string; event: EngineEvent }
  /** A drive has ended: uploads that wait for it check again. */
  | { type: 'ended' }
  /** One more chunk is staged, by a tab that does not drive the upload. */
  | { type: 'copied'; id: string };

export interface UploadsChannel {
  post(message: UploadMessage): void;
  listen(listener: (message: UploadMessage) => void): void;
  close(): void;
}

export function createUploadsChannel(): UploadsChannel {
  const channel = new BroadcastChannel('protokol-uploads');
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', (event: MessageEvent<UploadMessage>) => listener(event.data)),
    close: () => channel.close(),
  };
}

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
