import { expect, test } from 'vitest';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import { dueLanes, dueSteps, prepareSteps, prepareTranscript, steps } from './steps.ts';

const done: ProcessingStep[] = steps.map(({ name }) => ({ step: name, state: 'done' }));
const waiting = (prepared: readonly ProcessingStep[]) =>
  prepared.filter(({ state }) => state === 'waiting').map(({ step }) => step);

test('what was made of half a transcript is made anew when the rest is recognised', () => {
  const half = done.map((each): ProcessingStep => (each.step === 'transcript' ? { ...each, state: 'failed' } : each));
  expect(waiting(prepareSteps(half))).toEqual(['transcript', 'keywords', 'summary']);
});

test('finished steps stay, unless the transcript is requested again', () => {
  expect(prepareSteps(done)).toEqual(done);
  expect(waiting(prepareTranscript(done))).toEqual(['transcript', 'keywords', 'summary']);
});

const now = (states: Partial<Record<string, Partial<ProcessingStep>>>) =>
  steps.map(({ name }): ProcessingStep => ({ step: name, state: 'waiting', ...states[name] }));
const is = (state: ProcessingStep['state'], note?: string) => ({ state, ...(note && { note }) });
const probed = { probe: is('done') };
const seen = { ...probed, playable: is('done'), poster: is('done'), audio: is('done') };
const heard = { ...seen, transcript: is('done') };
test.each([
  ['nothing is known of the file', {}, ['probe'], ['video']],
  ['it is known', probed, ['playable', 'audio'], ['video']],
  [
    'one of two was cut off',
    { ...probed, playable: is('running'), audio: is('done') },
    ['playable', 'transcript'],
    ['video'],
  ],
  [
    'no sound can be made',
    { ...probed, playable: is('done'), audio: is('failed') },
    ['poster', 'transcript'],
    ['video'],
  ],
  ['nothing can be played', { ...seen, playable: is('failed'), poster: is('waiting') }, ['transcript'], ['video']],
  [
    'it is encoded while it waits to be heard',
    { ...seen, playable: is('running'), poster: is('waiting'), transcript: is('waiting', 'Ждёт очереди') },
    ['playable', 'transcript'],
    ['video', 'speech'],
  ],
  ['it was cut off while it was heard', { ...seen, transcript: is('running') }, ['transcript'], ['speech']],
  ['what was said is to be summed up', heard, ['keywords', 'summary'], ['analysis']],
  ['it cannot be heard', { ...seen, transcript: is('failed') }, [], []],
  ['its end is to be told', { ...heard, keywords: is('done'), summary: is('skipped') }, [], []],
] as const)('independent steps run at the same time: %s', (_what, states, due, lanes) => {
  const processing = now(states);
  expect(dueSteps(processing).map(({ name }) => name)).toEqual(due);
  expect(dueLanes(processing)).toEqual(lanes);
});
