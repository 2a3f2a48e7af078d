import { afterEach, expect, test, vi } from 'vitest';
import { heardFromStream, stagePolling, streamSilence } from './stage-polling.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a protocol in processing is polled every 5 s without an event stream, every 30 s with one', () => {
  vi.useFakeTimers();
  expect(stagePolling(['video_process'])).toBe(5_000);
  expect(heardFromStream()).toBe(true);
  expect(heardFromStream()).toBe(false);
  expect(stagePolling(['no_video', 'video_process'])).toBe(30_000);
  vi.advanceTimersByTime(streamSilence);
  expect(stagePolling(['video_process'])).toBe(5_000);
});

test('a protocol that is not in processing is not polled', () => {
  expect(stagePolling([])).toBe(false);
  expect(stagePolling([undefined, 'no_video', 'video_uploaded', 'finish', 'final'])).toBe(false);
});
