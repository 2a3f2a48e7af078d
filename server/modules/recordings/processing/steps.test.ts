import { expect, test } from 'vitest';
import type { ProcessingStep } from '#contract/processing.ts';
import { phaseOf, prepareSteps, prepareTranscript, steps } from './steps.ts';

const done: ProcessingStep[] = steps.map(({ name }) => ({ step: name, state: 'done' }));
const waiting = (prepared: readonly ProcessingStep[]) =>
  prepared.filter(({ state }) => state === 'waiting').map(({ step }) => step);

test('what was made of half a transcript is made anew when the rest is recognised', () => {
  const half = done.map((each): ProcessingStep => (each.step === 'transcript' ? { ...each, state: 'failed' } : each));
  expect(waiting(prepareSteps(half))).toEqual(['transcript', 'keywords', 'summary']);
});

test('what is finished stays, unless it is asked for once more', () => {
  expect(prepareSteps(done)).toEqual(done);
  expect(waiting(prepareTranscript(done))).toEqual(['transcript', 'keywords', 'summary']);
});

const from = (name: string, now: Pick<ProcessingStep, 'state' | 'percent' | 'note'>) => {
  const at = steps.findIndex((step) => step.name === name);
  return done.map((each, index): ProcessingStep => {
    if (index < at) return each;
    return index === at ? { step: each.step, ...now } : { step: each.step, state: 'waiting' };
  });
};
test.each([
  ['the sound is to be made', from('audio', { state: 'waiting' }), 'seen'],
  ['subtitles may tell it', from('transcript', { state: 'waiting' }), 'seen'],
  ['nothing but the recogniser does', from('transcript', { state: 'waiting', note: 'Ждёт очереди' }), 'heard'],
  ['it was cut off while it was heard', from('transcript', { state: 'running', percent: 20 }), 'heard'],
  ['its summary is to be made', from('summary', { state: 'waiting' }), 'summed'],
  ['only its end is to be told', done, 'summed'],
] as const)('a run goes on in the queue of its phase: %s', (_what, processing, phase) => {
  expect(phaseOf(processing)).toBe(phase);
});
