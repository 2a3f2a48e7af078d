import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

const cell = (value: string | number | null) => csvOf([], [[value]]).split('\r\n')[1];

test('writes a byte order mark, semicolons and the line ends of a spreadsheet', () => {
  expect(
    csvOf(
      ['Имя', 'Доля, %'],
      [
        ['Ёлкина', 12.5],
        ['Петрова', null],
      ],
    ),
  ).toBe('\uFEFFИмя;Доля, %\r\nЁлкина;12,5\r\nПетрова;\r\n');
});

test.each([
  ['Отдел «А»; склад', '"Отдел «А»; склад"'],
  ['АО "Север"', '"АО ""Север"""'],
  ['две\nстроки', '"две\nстроки"'],
  [' с пробелом', '" с пробелом"'],
  [-3.25, '-3,25'],
  [1_000_000, '1000000'],
])('%j keeps its value', (value, text) => {
  expect(cell(value)).toBe(text);
});

test.each(['=1+1', '+7 900', '-2', '@SUM(A1)', '＝1', '  =1', '\t=1', '\u00A0=1', '=HYPERLINK("http://x";"y")'])(
  '%j is never run as a formula',
  (value) => {
    expect(cell(value)?.replace(/^"/, '')).toMatch(/^'/);
  },
);
