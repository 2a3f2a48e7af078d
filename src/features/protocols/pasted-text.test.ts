// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { pointsIn, tableText } from './pasted-text.ts';

test('a table is lines with tabs, with the words around it', () => {
  const html = `<html><body><p>Итоги:</p><table><tr><th>Статья</th><th>Сумма,\n тыс.</th></tr>
    <tr><td><p class=MsoNormal><span>Уголь</span></p></td><td>12&nbsp;400</td></tr></table><p>Всего</p></body></html>`;
  expect(tableText(html)).toBe('Итоги:\nСтатья\tСумма, тыс.\nУголь\t12 400\nВсего');
});

test('what is no table is the browser’s to paste, and nothing of it is run', () => {
  expect(tableText('<p>Слово</p>')).toBeUndefined();
  expect(tableText('<table></table>')).toBeUndefined();
  expect(tableText('<table><tr><td><img src=x onerror="globalThis.harm = 1">Ряд</td></tr></table>')).toBe('Ряд');
  expect('harm' in globalThis).toBe(false);
});

test('numbers and bullets are not of the points', () => {
  expect(pointsIn('1. Утвердить смету\r\n\n 1.2) Проверить\n• Отчитаться до 1.12\n2026 год — срок')).toEqual([
    'Утвердить смету',
    'Проверить',
    'Отчитаться до 1.12',
    '2026 год — срок',
  ]);
});
