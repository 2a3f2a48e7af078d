import { expect, test } from 'vitest';
import { dropPlace, movedTo } from './use-drag.ts';

const agenda = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const order = (id: string, place: number) =>
  movedTo(agenda, id, place)
    .map((each) => each.id)
    .join('');

test('a question moves to its place, at most to either end', () => {
  expect(order('a', 2)).toBe('bcad');
  expect(order('d', 0)).toBe('dabc');
  expect(order('b', 99)).toBe('acdb');
  expect(order('b', -1)).toBe('bacd');
  expect(order('x', 1)).toBe('abcd');
});

test('a question dropped beside itself stays', () => {
  expect(dropPlace(agenda, 'b', { id: 'a', side: 'after' })).toBeUndefined();
  expect(dropPlace(agenda, 'b', { id: 'c', side: 'before' })).toBeUndefined();
  expect(dropPlace(agenda, 'b', { id: 'c', side: 'after' })).toBe(2);
  expect(dropPlace(agenda, 'd', { id: 'a', side: 'before' })).toBe(0);
  expect(dropPlace(agenda, 'a', { id: 'd', side: 'after' })).toBe(3);
  expect(dropPlace(agenda, 'a', { id: 'gone', side: 'after' })).toBeUndefined();
});
