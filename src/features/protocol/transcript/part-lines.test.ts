import { expect, test } from 'vitest';
import type { Recording } from '#contract/protocol.ts';
import { headingsOf, linesOf } from './part-lines.ts';

const part = (id: string, more: Partial<Recording> = {}): Recording => ({
  ...{ id, is_first: false, stage: 'success_video_process', title: null, pause: 0 },
  ...more,
});
const line = (id: string) => ({ id, start: 1, end: 2, text: id });
const transcript = {
  segments: [line('a'), line('b')],
  parts: [{ recording_id: 'p2', segments: [line('c')] }],
};

test('the lines follow the order of the recordings, and know of which they are', () => {
  const recordings = [part('p2', { title: 'Утро' }), part('p1', { is_first: true }), part('p3')];
  const lines = linesOf(transcript, recordings);
  expect(lines.map(({ id, partId }) => [id, partId])).toEqual([
    ['c', 'p2'],
    ['a', undefined],
    ['b', undefined],
  ]);
  const { above, rest } = headingsOf(lines, recordings);
  expect([...above]).toEqual([
    ['c', ['Утро']],
    ['a', ['Часть 2']],
  ]);
  expect(rest).toEqual(['Часть 3: расшифровки пока нет']);
});

test('a recording without a transcript is told of above the next one that has lines', () => {
  const recordings = [part('p9'), part('p1', { is_first: true })];
  const { above } = headingsOf(linesOf(transcript, recordings), recordings);
  expect([...above]).toEqual([['a', ['Часть 1: расшифровки пока нет', 'Часть 2']]]);
});

test('of one recording the lines are as they are, without headings', () => {
  const lines = linesOf(transcript, []);
  expect(lines).toBe(transcript.segments);
  expect(headingsOf(lines, []).above.size).toBe(0);
});
