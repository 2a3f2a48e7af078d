import { expect, test } from 'vitest';
import { ReachedDays } from './shown-range.ts';

test('a requested day before the last one is passed, the last one is not', () => {
  const reached = new ReachedDays();
  reached.ask('2032-02-27');
  reached.ask('2032-03-05');
  expect(reached.passes('2032-02-27')).toBe(true);
  expect(reached.passes('2032-03-05')).toBe(false);
});

test('a day that was not requested clears all requests', () => {
  const reached = new ReachedDays();
  reached.ask('2032-02-27');
  reached.ask('2032-03-05');
  expect(reached.passes('2033-01-01')).toBe(false);
  expect(reached.passes('2032-02-27')).toBe(false);
});

test('a requested day that was skipped is forgotten once the last one is shown', () => {
  const reached = new ReachedDays();
  reached.ask('2032-02-27');
  reached.ask('2032-03-05');
  expect(reached.passes('2032-03-05')).toBe(false);
  expect(reached.passes('2032-02-27')).toBe(false);
});
