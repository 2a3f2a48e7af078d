import { expect, test } from 'vitest';
import { firstPace, type Pace, paceAfterChunk, paceAfterCut, paceAfterTrouble } from './pace.ts';

/** Acknowledges chunks of one byte at this rate per second, for the length of one measurement. */
function measure(pace: Pace, perSecond: number): Pace {
  let now = 0;
  let next = paceAfterChunk({ ...pace, window: null }, 1, now);
  while (next.window) {
    now += 1000 / perSecond;
    next = paceAfterChunk(next, 1, now);
  }
  return next;
}

test('one more slot is tried, and kept where it brings 10 %', () => {
  const trying = measure(firstPace, 10);
  expect(trying.slots).toBe(3);
  expect(measure(trying, 11.1).slots).toBe(3);
});

test('one more slot that brings less is given up for a while', () => {
  let pace = measure(measure(firstPace, 10), 10.9);
  expect(pace.slots).toBe(2);
  for (let round = 0; round < 8; round++) pace = measure(pace, 10);
  expect(pace.slots).toBe(2);
  expect(measure(pace, 10).slots).toBe(3);
});

test('trouble halves the slots, at least one stays, and they grow again', () => {
  const slow = paceAfterTrouble({ ...firstPace, slots: 3 });
  expect(slow.slots).toBe(1);
  expect(paceAfterTrouble(slow).slots).toBe(1);
  expect(measure(measure(slow, 10), 10).slots).toBe(2);
});

test('the pace is steady after a measurement, until the connection is cut or there is trouble', () => {
  expect(paceAfterChunk(firstPace, 1, 0).isSteady).toBe(false);
  const steady = measure(firstPace, 10);
  expect(steady.isSteady).toBe(true);
  expect(paceAfterCut(steady).isSteady).toBe(false);
  expect(paceAfterTrouble(steady).isSteady).toBe(false);
});
