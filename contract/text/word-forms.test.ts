import { expect, test } from 'vitest';
import { formsKey } from './word-forms.ts';

test.each([
  ['поручить', 'Поручили'],
  ['Срок поставки', 'сроки поставкам'],
  ['отчёт', 'ОТЧЕТА'],
  ['  смета ', 'сметы'],
])('«%s» and «%s» are forms of the same words', (one, other) => {
  expect(formsKey(one)).toBe(formsKey(other));
});

test.each([
  ['поручить', 'поручение'],
  ['смета', 'сметана'],
  ['C++', 'C#'],
  ['протокол 5', 'протокол 6'],
  ['срок поставки', 'срок'],
])('«%s» and «%s» are different words', (one, other) => {
  expect(formsKey(one)).not.toBe(formsKey(other));
});
