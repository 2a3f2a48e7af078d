import { expect, test } from 'vitest';
import { duplicateNameError, keywordKey, keywordName } from './keyword-name.ts';

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
])('%j and %j are different keywords', (one, other) => {
  expect(keywordKey(one)).not.toBe(keywordKey(other));
});

test.each([
  ['БЮДЖЕТ', 'Такое ключевое слово уже есть'],
  ['бюджеты', 'Уже есть «бюджет»: это то же слово в другой форме'],
  ['отчёты', 'Уже есть «Отчет»: это то же слово в другой форме'],
  ['бюджетный', undefined],
])('%j beside «бюджет» and «Отчет»: %s', (name, words) => {
  expect(duplicateNameError(name, ['бюджет', 'Отчет'])).toBe(words);
});

test('a name keeps its letters and its case', () => {
  expect(keywordName(' Отчёт  о 👩‍💻 ')).toBe('Отчёт о 👩‍💻');
});
