import { expect, test } from 'vitest';
import { stages } from '#contract/stage.ts';
import { processingPercent, stageSteps } from './stage-steps.ts';

test.each([
  ['no_video', 'current next next next next'],
  ['video_uploaded', 'done current next next next'],
  ['video_process', 'done current next next next'],
  ['success_video_process', 'done done current next next'],
  ['error_video_process', 'done failed next next next'],
  ['finish', 'done done done current next'],
  ['final', 'done done done done done'],
] as const)('%s stands at %s', (stage, marks) => {
  expect(
    stageSteps(stage, true)
      .map(({ mark }) => mark)
      .join(' '),
  ).toBe(marks);
});

test('every stage has all five steps', () => {
  for (const stage of stages) expect(stageSteps(stage, true)).toHaveLength(5);
});

test.each([
  ['no_video', 'current next next'],
  ['finish', 'done current next'],
  ['final', 'done done done'],
] as const)('without a video no step waits for one: %s stands at %s', (stage, marks) => {
  const steps = stageSteps(stage, false);
  expect(steps.map(({ title }) => title)).toEqual(['Черновик', 'Завершён', 'Итоговый']);
  expect(steps.map(({ mark }) => mark).join(' ')).toBe(marks);
});

test('the percentage is the mean of the steps that are not skipped', () => {
  expect(processingPercent(undefined)).toBeUndefined();
  expect(
    processingPercent([
      { step: 'probe', state: 'done' },
      { step: 'playable', state: 'running', percent: 24 },
      { step: 'poster', state: 'skipped' },
    ]),
  ).toBe(62);
});
