import { expect, test } from 'vitest';
import { mayHaveTranscript } from './may-have-transcript.ts';

test('a protocol that was completed without a recording has no transcript', () => {
  for (const stage of ['finish', 'final'] as const) {
    expect(mayHaveTranscript({ id: 'p', stage, video: null })).toBe(false);
    expect(mayHaveTranscript({ id: 'p', stage, video: { url: '/v' } })).toBe(true);
    // A provider that does not tell whether there is a recording.
    expect(mayHaveTranscript({ id: 'p', stage })).toBe(true);
  }
});

test('a recording in processing will have a transcript', () => {
  expect(mayHaveTranscript({ id: 'p', stage: 'no_video' })).toBe(false);
  expect(mayHaveTranscript({ id: 'p', stage: 'video_process', video: null })).toBe(true);
});
