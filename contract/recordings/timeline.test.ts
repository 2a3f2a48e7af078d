import { expect, test } from 'vitest';
import { besideEachOther, startsOf } from './timeline.ts';

type Given = { pause?: number; beside_id?: string; offset?: number };
const recording = (id: string, duration: number, more: Given = {}) => ({ id, video: { duration }, ...more });

test('parts follow each other with their pauses, and a pause before the first is ignored', () => {
  expect(startsOf([recording('a', 100, { pause: 9 }), recording('b', 50, { pause: 20 }), recording('c', 1)])).toEqual([
    0, 120, 170,
  ]);
});

test('a recording beside another one begins with it, and its time is counted once', () => {
  const all = [
    recording('a', 100),
    recording('b', 40, { pause: 5 }),
    recording('a2', 130, { beside_id: 'a', offset: 10 }),
    recording('a3', 20, { beside_id: 'a' }),
  ];
  expect(startsOf(all)).toEqual([0, 145, 10, 0]);
  expect(besideEachOther(all).map((group) => group.map(({ id }) => id))).toEqual([['a', 'a2', 'a3'], ['b']]);
});

test('a recording that began earlier than the one it is beside starts the meeting, or follows the pause', () => {
  const early = { beside_id: 'a', offset: -30 };
  expect(startsOf([recording('a', 100), recording('b', 100, early)])).toEqual([30, 0]);
  const after = [recording('z', 10), recording('a', 100, { pause: 60 }), recording('b', 100, early)];
  expect(startsOf(after)).toEqual([0, 100, 70]);
});

test('a recording that begins after the others ended leaves a gap, and the next part follows it', () => {
  const late = recording('b', 5, { beside_id: 'a', offset: 500 });
  expect(startsOf([recording('a', 100), late, recording('c', 1)])).toEqual([0, 500, 505]);
});

test('handles a recording beside a nested one, a missing one, itself, or in a cycle', () => {
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

test('the transcript gives the length of a recording that has none yet', () => {
  const unknown = [{ id: 'a' }, recording('b', 5)];
  expect(startsOf(unknown, () => 42)).toEqual([0, 42]);
});
