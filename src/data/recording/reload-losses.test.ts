import { beforeEach, expect, test, vi } from 'vitest';
import type { UploadView } from '#src/sync/index.ts';

// Each test simulates a new page, whose queue is not running yet.
let page: typeof import('./reload-losses.ts');
beforeEach(async () => {
  vi.resetModules();
  page = await import('./reload-losses.ts');
});

const moving: UploadView = {
  id: 'a',
  uploadId: 'u1',
  protocolId: 'p',
  name: 'a.mp4',
  size: 10,
  state: 'uploading',
  acknowledgedBytes: 0,
  sentBytes: 0,
  acknowledgedChunks: 0,
  totalChunks: 2,
  bytesPerSecond: 0,
  secondsLeft: null,
  staged: false,
  keepTabOpen: false,
};
let uploads: UploadView[] = [];
const isFileOnlyHere = (id: string) => id !== 'of-another-tab';
const listeners = new Set<() => void>();
const show = (...views: Partial<UploadView>[]) => {
  uploads = views.map((view) => ({ ...moving, ...view }));
  for (const listener of [...listeners]) listener();
};

test('before the queue runs a reload loses nothing', () => {
  expect(page.reloadLosses()).toEqual({ typed: false, recording: false, videos: 0 });
});

test.each<[string, Partial<UploadView>, number]>([
  ['is neither sent nor on the device', {}, 1],
  ['is on the device', { staged: true }, 0],
  ['found no room on the device', { staged: true, keepTabOpen: true }, 1],
  ['is paused, and not on the device', { state: 'paused' }, 1],
  ['was refused, and is not on the device', { state: 'failed' }, 1],
  ['another tab holds', { id: 'of-another-tab' }, 0],
  ['has to be chosen again already', { state: 'needs-file' }, 0],
  ['has arrived', { state: 'done' }, 0],
  ['is being given up', { state: 'cancelling' }, 0],
])('a video that %s', (_, view, videos) => {
  page.watchQueue({ list: () => uploads, isFileOnlyHere, subscribe: () => () => undefined });
  show(view);
  expect([page.reloadLosses().videos, page.isSafeToReload()]).toEqual([videos, videos === 0]);
});

test('a reload waits until every video is safe, and can be cancelled', () => {
  page.watchQueue({
    list: () => uploads,
    isFileOnlyHere,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const [waits, calledOff] = [vi.fn(), vi.fn()];
  show({}, { id: 'b' });
  page.onceSafeToReload(waits);
  page.onceSafeToReload(calledOff)();
  show({ staged: true }, { id: 'b' });
  expect(waits).not.toHaveBeenCalled();
  show({ staged: true }, { id: 'b', state: 'done' });
  show();
  expect([waits.mock.calls.length, calledOff.mock.calls.length, listeners.size]).toEqual([1, 0, 0]);
});
