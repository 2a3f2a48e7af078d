import { expect, test } from 'vitest';
import { keywordKey, keywordName } from './keyword-key.ts';

test.each([
  ['Отчёт', 'отчет'],
  ['  отчЕт ', 'отчет'],
  ['срок\u00a0\t поставки', 'Срок поставки'],
  ['и\u0306од', 'йод'],
])('%j and %j are the same keyword', (one, other) => {
  expect(keywordKey(one)).toBe(keywordKey(other));
});

test.each([
  ['C++', 'C#'],
  ['срок', 'сроки'],
  ['№ 1', '№ 2'],
])('%j and %j are two', (one, other) => {
  expect(keywordKey(one)).not.toBe(keywordKey(other));
});

test('a name keeps its letters and its case', () => {
  expect(keywordName(' Отчёт  о 👩‍💻 ')).toBe('Отчёт о 👩‍💻');
});
