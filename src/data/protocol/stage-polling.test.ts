import { afterEach, expect, test, vi } from 'vitest';
import { heardFromStream, stagePolling, streamSilence } from './stage-polling.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what is processed is asked for every 5 s where no stream tells of it, rarely where one does', () => {
  vi.useFakeTimers();
  expect(stagePolling(['video_process'])).toBe(5_000);
  expect(heardFromStream()).toBe(true);
  expect(heardFromStream()).toBe(false);
  expect(stagePolling(['no_video', 'video_process'])).toBe(30_000);
  vi.advanceTimersByTime(streamSilence);
  expect(stagePolling(['video_process'])).toBe(5_000);
});

test('what is at rest is not asked for again', () => {
  expect(stagePolling([])).toBe(false);
  expect(stagePolling([undefined, 'no_video', 'video_uploaded', 'finish', 'final'])).toBe(false);
});
