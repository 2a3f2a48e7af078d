import { expect, test } from 'vitest';
import { ReachedDays } from './shown-range.ts';

test('a day between two that were asked for is passed, the last one is not', () => {
  const reached = new ReachedDays();
  reached.ask('2032-02-27');
  reached.ask('2032-03-05');
  expect(reached.passes('2032-02-27')).toBe(true);
  expect(reached.passes('2032-03-05')).toBe(false);
});

test('a day that nobody asked for ends the way', () => {
  const reached = new ReachedDays();
  reached.ask('2032-02-27');
  reached.ask('2032-03-05');
  expect(reached.passes('2033-01-01')).toBe(false);
  expect(reached.passes('2032-02-27')).toBe(false);
});

test('a day that was skipped on the way to the last one is forgotten', () => {
  const reached = new ReachedDays();
  reached.ask('2032-02-27');
  reached.ask('2032-03-05');
  expect(reached.passes('2032-03-05')).toBe(false);
  expect(reached.passes('2032-02-27')).toBe(false);
});
