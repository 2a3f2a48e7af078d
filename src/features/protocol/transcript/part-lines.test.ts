import { expect, test } from 'vitest';
import type { Recording } from '#contract/recordings/recording.ts';
import { meetingLines } from './meeting-lines.ts';
import { headingsOf, linesOfAllParts, placeBeside } from './part-lines.ts';

const part = (id: string, more: Partial<Recording> = {}): Recording => ({
  ...{ id, is_first: false, stage: 'success_video_process', title: null, pause: 0 },
  ...more,
});
const line = (id: string) => ({ id, start: 1, end: 2, text: id });
const transcript = {
  segments: [line('a'), line('b')],
  parts: [{ recording_id: 'p2', segments: [line('c')] }],
};

test('the lines follow the order of the recordings, and name their recording', () => {
  const recordings = [part('p2', { title: 'Утро' }), part('p1', { is_first: true }), part('p3')];
  const lines = linesOfAllParts(transcript, recordings);
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

test('a recording without a transcript is mentioned above the next one with lines', () => {
  const recordings = [part('p9'), part('p1', { is_first: true })];
  const { above } = headingsOf(linesOfAllParts(transcript, recordings), recordings);
  expect([...above]).toEqual([['a', ['Часть 1: расшифровки пока нет', 'Часть 2']]]);
});

test('the lines of a single recording stay as they are, without headings', () => {
  const lines = linesOfAllParts(transcript, []);
  expect(lines).toBe(transcript.segments);
  expect(headingsOf(lines, []).above.size).toBe(0);
});

test('simultaneous recordings share one timeline from the first beginning, and each word appears once', () => {
  const recordings = [
    part('p1', { is_first: true }),
    part('p2', { beside_id: 'p1', offset: -5, speaker: 'Петрова' }),
    part('p3', { beside_id: 'p1', offset: 2 }),
    part('p4'),
  ];
  const at = (id: string, start: number, text = id) => ({ id, start, end: start + 2, text });
  const said = {
    segments: [at('a', 10), at('b', 20)],
    parts: [
      { recording_id: 'p2', segments: [at('c', 5), at('d', 18)] },
      { recording_id: 'p3', segments: [at('e', 8, 'A.'), at('f', 9, 'иное')] },
      { recording_id: 'p4', segments: [at('g', 1)] },
    ],
  };
  const lines = meetingLines(said, recordings);
  expect(lines.map(({ id, partId, group, at: since }) => [id, partId, group, since])).toEqual([
    ['c', 'p2', 'p1', 5],
    ['a', undefined, 'p1', 15],
    ['f', 'p3', 'p1', 16],
    ['d', 'p2', 'p1', 18],
    ['b', undefined, 'p1', 25],
    ['g', 'p4', undefined, undefined],
  ]);
  expect(placeBeside(recordings, recordings[2] as Recording)).toEqual({ group: 'p1', since: 7 });
  const { above } = headingsOf(lines, recordings);
  expect([...above]).toEqual([
    ['c', ['Часть 1']],
    ['g', ['Часть 2']],
  ]);
  // Without other recordings no name is shown.
  const alone = recordings.slice(0, 3);
  expect(headingsOf(meetingLines(said, alone), alone).above.size).toBe(0);
});
