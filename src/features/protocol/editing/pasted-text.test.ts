// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { pointsIn, tableText } from './pasted-text.ts';

test('a table becomes lines with tabs, with the words around it', () => {
  const html = `<html><body><p>Итоги:</p><table><tr><th>Статья</th><th>Сумма,\n тыс.</th></tr>
    <tr><td><p class=MsoNormal><span>Уголь</span></p></td><td>12&nbsp;400</td></tr></table><p>Всего</p></body></html>`;
  expect(tableText(html)).toBe('Итоги:\nСтатья\tСумма, тыс.\nУголь\t12 400\nВсего');
});

test.each([
  [
    'lines of a cell are not glued',
    '<tr><td>Аренда<br>склада</td><td><p>1</p><p>200</p></td></tr>',
    'Аренда склада\t1 200',
  ],
  ['an empty corner keeps its column', '<tr><td></td><td>План</td></tr><tr><td>А</td><td>1</td></tr>', '\tПлан\nА\t1'],
  [
    'a tall cell keeps those of the next row in place',
    '<tr><td rowspan=2>Сырьё</td><td>Уголь</td><td rowspan=2>т</td></tr><tr><td>Соль</td></tr><tr><td>1</td><td>2</td></tr>',
    'Сырьё\tУголь\tт\n\tСоль\n1\t2',
  ],
  [
    'a cell wide and tall leaves its whole square empty',
    '<tr><td rowspan=3 colspan=2>А</td><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr><tr><td>Б</td><td>В</td></tr>',
    'А\t\t1\n\t\t2\n\t\t3\nБ\tВ',
  ],
  [
    'a cell to the last row ends with its part of the table',
    '<thead><tr><th rowspan=0>А</th><th>1</th></tr><tr><th>2</th></tr></thead><tbody><tr><td>3</td><td>4</td></tr></tbody>',
    'А\t1\n\t2\n3\t4',
  ],
  ['a wide cell keeps those after it in place', '<tr><td colspan=2>Итог</td><td>3</td></tr>', 'Итог\t\t3'],
  ['a table in a cell is told once', '<tr><td>А<table><tr><td>1</td><td>2</td></tr></table></td></tr>', 'А 1 2'],
])('%s', (_what, rows, text) => {
  expect(tableText(`<table>${rows}</table>`)).toBe(text);
});

test('text beside a table that is in no paragraph is kept', () => {
  const html =
    '<style>td { color: red }</style>Начало<div>Итоги <b>года</b>:<table><tr><td>А</td></tr></table>конец</div>';
  expect(tableText(html)).toBe('Начало\nИтоги года:\nА\nконец');
});

test('without a table the paste is left to the browser, and no script is run', () => {
  expect(tableText('<p>Слово</p>')).toBeUndefined();
  expect(tableText('<table></table>')).toBeUndefined();
  expect(tableText('<table><tr><td><img src=x onerror="globalThis.harm = 1">Ряд</td></tr></table>')).toBe('Ряд');
  expect('harm' in globalThis).toBe(false);
});

test('numbers and bullets are removed from points', () => {
  expect(pointsIn('1. Утвердить смету\r\n\n 1.2) Проверить\n• Отчитаться до 1.12\n2026 год — срок')).toEqual([
    'Утвердить смету',
    'Проверить',
    'Отчитаться до 1.12',
    '2026 год — срок',
  ]);
});
