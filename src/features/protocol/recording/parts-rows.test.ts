import { expect, test } from 'vitest';
import type { Recording } from '#contract/recordings/recording.ts';
import { changeOf, faultOf, type PartRow, putRow, rowOf, withFresh } from './parts-rows.ts';

const part = (id: string, duration: number | undefined, more: Partial<Recording> = {}): PartRow =>
  rowOf({ id, is_first: id === 'a', stage: 'success_video_process', video: { duration }, ...more });
const ids = (rows: readonly PartRow[]) => rows.map(({ id, beside_id }) => (beside_id ? `${id} by ${beside_id}` : id));

test('a recording put beside another one is sorted behind it, with those that were beside it', () => {
  const rows = [part('a', 100), part('b', 100), part('c', 100, { beside_id: 'b', offset: 5 }), part('d', 100)];
  const placed = putRow(rows, 'b', 'd');
  expect(ids(placed)).toEqual(['a', 'd', 'b by d', 'c by d']);
  expect(ids(putRow(placed, 'c', null))).toEqual(['a', 'd', 'b by d', 'c']);
});

test('only changes are sent, the place as a whole', () => {
  const was = part('b', 100, { beside_id: 'a', offset: 5, speaker: 'Петрова' });
  expect(changeOf(was, was)).toBeUndefined();
  expect(changeOf({ ...was, later: '−0:10' }, was)).toEqual({ beside_id: 'a', offset: -10 });
  expect(changeOf({ ...was, beside_id: null, pause: '15', speaker: ' ' }, was)).toEqual({
    beside_id: null,
    pause: 900,
    speaker: null,
  });
});

test.each([
  ['later than anything beside it', '1:40', /не идут одновременно/],
  ['over before anything beside it begins', '−1:00', /не идут одновременно/],
  ['within it', '1:39', undefined],
  ['before it, and into it', '−0:59', undefined],
  ['no time', 'потом', /Напишите/],
  ['weeks', '999:00:00', /Не больше недели/],
])('a recording beside another one must overlap it: %s', (_, later, fault) => {
  const rows = [part('a', 100), { ...part('b', 60, { beside_id: 'a' }), later }];
  const found = faultOf(rows[1] as PartRow, rows);
  if (fault) expect(found).toMatch(fault);
  else expect(found).toBeUndefined();
  // While their lengths are unknown, no error can be reported.
  const unknown = [part('a', undefined), { ...part('b', undefined, { beside_id: 'a' }), later: '1:40' }];
  expect(faultOf(unknown[1] as PartRow, unknown)).toBeUndefined();
});

test('typed values stay when the server sends others; a recording beside a removed one goes where the server says', () => {
  const before = [part('a', 100), part('b', 100), part('c', 100, { beside_id: 'b' })];
  const typed = before.map((row) => (row.id === 'c' ? { ...row, speaker: 'Иванов', later: '0:07' } : row));
  const fresh = [part('a', 100), part('c', 100), part('d', 100, { beside_id: 'a' })];
  const rows = withFresh(typed, before, fresh);
  expect(ids(rows)).toEqual(['a', 'd by a', 'c']);
  expect(rows[2]).toMatchObject({ speaker: 'Иванов', later: '0:07' });
});
