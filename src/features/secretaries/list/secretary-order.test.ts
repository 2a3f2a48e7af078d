import { expect, test } from 'vitest';
import { byName, inOrder, nextOrder, sortDirection } from './secretary-order.ts';

const people = [
  { id: '1', name: 'Яшина', tasks: 3 },
  { id: '2', name: 'Ёлкина', tasks: 12 },
  { id: '3', name: 'Жукова' },
  { id: '4', name: 'Егорова', tasks: 3 },
];
const ids = (...order: Parameters<typeof inOrder>) =>
  inOrder(...order)
    .map(({ id }) => id)
    .join('');

test('sorts by name, ё beside е, in both directions', () => {
  expect(ids(people, byName)).toBe('4231');
  expect(ids(people, { key: 'name', isTurned: true })).toBe('1324');
});

test('sorts by a figure, the greatest first; missing figures are last either way', () => {
  expect(ids(people, { key: 'tasks', isTurned: false })).toBe('2143');
  expect(ids(people, { key: 'tasks', isTurned: true })).toBe('1423');
});

test('a second click reverses the sort, another column starts anew', () => {
  const tasks = nextOrder(byName, 'tasks');
  expect([tasks.isTurned, sortDirection(tasks, 'tasks')]).toEqual([false, 'descending']);
  const turned = nextOrder(tasks, 'tasks');
  expect(sortDirection(turned, 'tasks')).toBe('ascending');
  expect(sortDirection(turned, 'name')).toBe('none');
  expect(nextOrder(turned, 'name')).toEqual(byName);
  expect(sortDirection(byName, 'name')).toBe('ascending');
});
