import { expect, test } from 'vitest';
import type { ProcessingStep } from '#contract/processing.ts';
import { prepareSteps, prepareTranscript, steps } from './steps.ts';

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
