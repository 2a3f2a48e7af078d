import { expect, test } from 'vitest';
import { containsWords, markedParts, soughtWords } from './spoken-words.ts';

test.each([
  ['смета', 'Утвердили смету', true],
  ['утверд', 'Утвердили смету', true],
  ['смету утвердить', 'Утвердили смету', true],
  ['ёмкости', 'закупка емкостей', true],
  ['смета ремонт', 'Утвердили смету', false],
  ['дела', 'делегат', false],
])('«%s» is found in «%s»: %s', (search, text, found) => {
  expect(containsWords(text, soughtWords(search))).toBe(found);
});

test('found words and keywords are marked, the rest stays as it is', () => {
  expect(markedParts('Поручили Иванову смету, до мая', soughtWords('смета'), ['поручить'])).toEqual([
    { text: 'Поручили', mark: 'keyword' },
    { text: ' Иванову ' },
    { text: 'смету', mark: 'found' },
    { text: ', до мая' },
  ]);
  expect(markedParts('Да.', [], [])).toEqual([{ text: 'Да.' }]);
});
