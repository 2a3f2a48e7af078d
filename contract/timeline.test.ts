import { expect, test } from 'vitest';
import { besideEachOther, startsOf } from './timeline.ts';

type Given = { pause?: number; beside_id?: string; offset?: number };
const recording = (id: string, duration: number, more: Given = {}) => ({ id, video: { duration }, ...more });

test('recordings follow each other with their breaks, whatever is before the first', () => {
  expect(startsOf([recording('a', 100, { pause: 9 }), recording('b', 50, { pause: 20 }), recording('c', 1)])).toEqual([
    0, 120, 170,
  ]);
});

test('what runs beside another one begins with it, and is counted once', () => {
  const all = [
    recording('a', 100),
    recording('b', 40, { pause: 5 }),
    recording('a2', 130, { beside_id: 'a', offset: 10 }),
    recording('a3', 20, { beside_id: 'a' }),
  ];
  expect(startsOf(all)).toEqual([0, 145, 10, 0]);
  expect(besideEachOther(all).map((group) => group.map(({ id }) => id))).toEqual([['a', 'a2', 'a3'], ['b']]);
});

test('one that was begun before the one it lies beside begins the meeting, or comes after the break', () => {
  const early = { beside_id: 'a', offset: -30 };
  expect(startsOf([recording('a', 100), recording('b', 100, early)])).toEqual([30, 0]);
  const after = [recording('z', 10), recording('a', 100, { pause: 60 }), recording('b', 100, early)];
  expect(startsOf(after)).toEqual([0, 100, 70]);
});

test('what begins after the others have ended leaves a gap, and the next part comes after it', () => {
  const late = recording('b', 5, { beside_id: 'a', offset: 500 });
  expect(startsOf([recording('a', 100), late, recording('c', 1)])).toEqual([0, 500, 505]);
});

test('beside what lies beside another, what is gone, itself, or in a ring', () => {
  const chain = [
    recording('a', 100),
    recording('b', 9, { beside_id: 'a', offset: 10 }),
    recording('c', 9, { beside_id: 'b', offset: -4 }),
  ];
  expect(startsOf(chain)).toEqual([0, 10, 6]);
  const gone = [recording('a', 100, { beside_id: 'x', offset: 7 }), recording('b', 9, { beside_id: 'b', offset: 3 })];
  expect(startsOf(gone)).toEqual([0, 100]);
  const ring = [recording('a', 100, { beside_id: 'b', offset: 5 }), recording('b', 9, { beside_id: 'a', offset: 5 })];
  expect(startsOf(ring)).toEqual([0, 100]);
  expect(startsOf([])).toEqual([]);
});

test('of a recording whose length is not known yet what is said in it tells it', () => {
  const unknown = [{ id: 'a' }, recording('b', 5)];
  expect(startsOf(unknown, () => 42)).toEqual([0, 42]);
});
