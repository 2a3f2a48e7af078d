import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { UploadState } from '#src/sync/store/upload-row.ts';
import { ChunkServer } from './chunk-server.ts';
import { OfflineBrowser, type Tab } from './offline-browser.ts';

interface UploadsStand {
  server: ChunkServer;
  browser: OfflineBrowser;
}

/** Creates a server for chunks and a signed-in browser for each test of the calling file. */
export function eachWithUploads(): UploadsStand {
  const stand = {} as UploadsStand;
  beforeEach(async () => {
    stand.server = await ChunkServer.start();
    stand.browser = new OfflineBrowser(stand.server.url);
    stand.browser.signIn('u1');
  });
  afterEach(async () => {
    stand.browser.close();
    await stand.server.stop();
  });
  return stand;
}

export const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
export const stateIn = ({ uploads }: Tab, id: string) => uploads.list().find((view) => view.id === id)?.state;
export const reach = (tab: Tab, id: string, state: UploadState) => until(() => expect(stateIn(tab, id)).toBe(state));
export const isChunk = (path: string) => path.includes('/upload-chunks');
/** Returns a Blob whose file is gone. */
export const unreadable = (error: Error) =>
  Object.assign(new Blob(['lost']), {
    arrayBuffer: () => Promise.reject(error),
    stream: () => new ReadableStream({ type: 'bytes', pull: (controller) => controller.error(error) }),
  });
export const gone = (): Blob =>
  Object.assign(unreadable(new DOMException('gone', 'NotReadableError')), { slice: () => gone() });

/** Fault: no request gets through or takes effect. */
export const cutLine = () => 'reset' as const;
