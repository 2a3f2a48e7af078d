import { expect, test } from 'vitest';
import { MovedEnd } from './meeting-times.ts';

const at = (year: string, hour: string) => `${year}-03-25T${hour}:00:00Z`;

test('the end keeps its distance from the start while a year is typed digit by digit', () => {
  const moved = new MovedEnd(at('2026', '10'));
  for (const year of ['0002', '0020', '0203']) expect(moved.follow(at(year, '10'), at('2026', '12'))).toBeUndefined();
  expect(Date.parse(moved.follow(at('2031', '10'), at('2026', '12')) ?? '')).toBe(Date.parse(at('2031', '12')));
});

test('an end that is missing, unfinished or before the start is not changed', () => {
  for (const end of [null, 'unfinished', at('2026', '09')]) {
    expect(new MovedEnd(at('2026', '10')).follow(at('2026', '11'), end)).toBeUndefined();
  }
  expect(new MovedEnd(null).follow(at('2026', '11'), at('2026', '12'))).toBeUndefined();
});
