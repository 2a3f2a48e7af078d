import { expect, test } from 'vitest';
import { drawnTicks, inOrder, nameOfPlace, neighbour, type Tick, type TickKind } from './ticks.ts';

const tick = (start: number, words: string, kind: TickKind = 'keyword'): Tick => ({ id: words, kind, start, words });

test('marks at the same moment are drawn as one and named by all, the most important first', () => {
  const ticks = inOrder([
    tick(30, 'смета'),
    tick(30, '1. О смете', 'chapter'),
    tick(30, 'Спор', 'bookmark'),
    tick(30, 'срок'),
    tick(90, 'акт'),
  ]);
  expect(drawnTicks(ticks, 100)).toEqual([
    { id: '1. О смете', kind: 'chapter', start: 30, words: '1. О смете; Спор; смета; и\u00A0ещё\u00A01' },
    tick(90, 'акт'),
  ]);
});

test('of 1000 questions at most 200 are drawn; none loses its moment', () => {
  const ticks = inOrder(Array.from({ length: 1000 }, (_, index) => tick(index * 3.6, `${index}`, 'chapter')));
  expect(drawnTicks(ticks, 3600).length).toBeLessThanOrEqual(200);
  expect(neighbour(ticks, 7.2, 1)).toBeCloseTo(10.8);
  expect(neighbour(ticks, 7.2, -1)).toBeCloseTo(3.6);
  expect([neighbour(ticks, 0, -1), neighbour(ticks, 3600, 1), neighbour([], 5, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a place is named by the mark that is there, else by its question', () => {
  const ticks = inOrder([tick(10, '1. О смете', 'chapter'), tick(20, 'смета')]);
  expect([5, 10, 15, 20.4, 40].map((at) => nameOfPlace(ticks, at))).toEqual([
    undefined,
    '1. О смете',
    '1. О смете',
    'смета',
    '1. О смете',
  ]);
});
