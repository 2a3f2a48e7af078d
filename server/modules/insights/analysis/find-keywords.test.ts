import { expect, test } from 'vitest';
import { findKeywords } from './find-keywords.ts';

const said = (...texts: string[]) =>
  texts.map((text, index) => ({ id: `s${index}`, start: index * 5, end: index * 5 + 4, text, speaker: null }));

test.each([
  ['поручить', 'Мы поручили это Орловой.'],
  ['смета', 'По сметам вопросов нет'],
  ['отчёт', 'Жду ОТЧЕТА'],
  ['бизнес-план', 'Показали бизнес-плана черновик'],
  ['подготовить отчёт', 'Подготовим к пятнице новый отчет'],
  ['C++', 'Пишем на C++, как прежде'],
])('«%s» is heard in «%s»', (keyword, text) => {
  expect(findKeywords(said(text), [keyword])).toEqual({ s0: [keyword] });
});

test.each([
  ['дела', 'Пришёл делегат'],
  ['подготовить отчёт', 'Отчёт подготовили'],
  ['подготовить отчёт', 'Подготовили зал, столы, стулья, воду и отчёт'],
  ['C++', 'На C уже не пишем'],
  ['👍', 'Хорошо'],
])('«%s» is not heard in «%s»', (keyword, text) => {
  expect(findKeywords(said(text), [keyword])).toEqual({});
});

test('a keyword that goes on in the next line is marked where it begins, unless a pause is between', () => {
  expect(findKeywords(said('Надо подготовить', 'отчёт'), ['подготовить отчёт'])).toEqual({ s0: ['подготовить отчёт'] });
  const [first, second] = said('Надо подготовить', 'отчёт');
  const later = [first, { ...second, start: 60, end: 61 }] as ReturnType<typeof said>;
  expect(findKeywords(later, ['подготовить отчёт'])).toEqual({});
});

test('a line has each keyword once, however often it is said', () => {
  expect(findKeywords(said('Смета, смету, сметой и бюджет'), ['бюджет', 'смета'])).toEqual({ s0: ['бюджет', 'смета'] });
});
