import { expect, test } from 'vitest';
import type { Recording } from '#contract/recordings/recording.ts';
import { goOn } from './go-on.ts';

const part = (id: string, duration: number, more: Partial<Recording> = {}): Recording => ({
  ...{ id, is_first: false, stage: 'success_video_process', video: { url: id, duration } },
  ...more,
});
const played = (recordings: readonly Recording[], ended: string, seconds: number) => {
  const led: [number, string][] = [];
  goOn(recordings, ended, seconds, (...to) => led.push(to));
  return led;
};

test('playback goes on in the recording beside one that broke off, at the same moment', () => {
  const all = [part('a', 100), part('b', 300, { beside_id: 'a', offset: 10 }), part('c', 50)];
  expect(played(all, 'a', 100)).toEqual([[90, 'b']]);
  expect(played(all, 'b', 300)).toEqual([[0, 'c']]);
  expect(played(all, 'c', 50)).toEqual([]);
});

test('playback goes on in the longest recording, then in the one that begins the next part', () => {
  const all = [
    ...[part('a', 100), part('b', 105, { beside_id: 'a' }), part('c', 200, { beside_id: 'a' })],
    ...[part('d', 50), part('e', 50, { beside_id: 'd', offset: -20 })],
  ];
  expect(played(all, 'a', 100)).toEqual([[100, 'c']]);
  expect(played(all, 'c', 200)).toEqual([[0, 'e']]);
});

test('a recording that cannot be played is skipped for one beside it', () => {
  const all = [part('a', 100), part('b', 0, { video: null }), part('c', 30, { beside_id: 'b' })];
  expect(played(all, 'a', 100)).toEqual([[0, 'c']]);
  expect(played(all, 'x', 100)).toEqual([]);
});
