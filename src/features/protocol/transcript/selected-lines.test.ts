import { expect, test } from 'vitest';
import { type LineChoice, nextChoice, quoteOf } from './selected-lines.ts';

const line = (id: string, start: number, text: string, speaker: string | null = 'Иванов') => ({
  ...{ id, start, end: start + 3, text, speaker },
});
const lines = [line('a', 0, 'Решили:'), line('b', 4, ' утвердить смету. '), line('c', 8, 'Поддерживаю.', 'Ким')];

test('two clicks select the shown lines between them, in either order; a second one on a single line deselects it', () => {
  const press = (shown: typeof lines, ...ids: string[]) =>
    ids.reduce((now: LineChoice | undefined, id) => nextChoice(shown, now, id), undefined);
  expect(press(lines, 'a', 'b')?.ids).toEqual(['a', 'b']);
  expect(press(lines, 'c', 'b')?.ids).toEqual(['b', 'c']);
  expect(press(lines, 'b', 'c', 'a')?.ids).toEqual(['a', 'b']);
  expect(press(lines, 'b', 'b')).toBeUndefined();
  const found = lines.filter(({ id }) => id !== 'b');
  expect(press(found, 'a', 'c')?.ids).toEqual(['a', 'c']);
  // The first chosen line is not among the found ones, so the choice begins anew.
  expect(nextChoice(found, { from: 'b', to: 'b', ids: ['b'] }, 'c')?.ids).toEqual(['c']);
});

test('a quote has its moment, and its speaker if only one speaks', () => {
  expect(quoteOf(lines.slice(0, 2))).toEqual({
    text: 'Решили: утвердить смету.',
    evidence: { start: 0, end: 7, quote: 'Решили: утвердить смету.', speaker: 'Иванов' },
  });
  expect(quoteOf(lines)?.evidence).toEqual({ start: 0, end: 11, quote: 'Решили: утвердить смету. Поддерживаю.' });
  expect(quoteOf([])).toBeUndefined();
  // For simultaneous recordings the moment belongs to the recording of the first line.
  const beside = [
    { ...line('a', 40, 'Решили:'), partId: 'p2', group: 'p1', at: 10 },
    { ...line('b', 14, 'утвердить смету.'), group: 'p1', at: 14 },
  ];
  expect(quoteOf(beside)?.evidence).toMatchObject({ start: 40, end: 47, recording_id: 'p2' });
  const long = quoteOf([line('d', 0, 'слово '.repeat(200))]);
  expect([long?.text.length, long?.evidence?.quote?.length]).toEqual([1199, 500]);
});
