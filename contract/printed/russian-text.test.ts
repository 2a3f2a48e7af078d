import { expect, test } from 'vitest';
import { asTitle, lines, peopleCount, sentence, tidy, timeCode } from './russian-text.ts';

test.each([
  ['Закупки - "Север" и №5', 'Закупки\u00a0– «Север» и №\u00a05'],
  ['бизнес-план на 2026-2027', 'бизнес-план на 2026-2027'],
  ['- первое', '– первое'],
  ['а - б - в', 'а\u00a0– б\u00a0– в'],
  // A row of hyphens is not a dash between words: with no-break spaces it would be one word as long as the text.
  ['- - - -', '– - - -'],
  ['Срок — пятница', 'Срок\u00a0— пятница'],
  ['<a href="x">ссылка</a> & 5" труба', '<a href="x">ссылка</a> & 5" труба'],
  ['он сказал: "да".', 'он сказал: «да».'],
  ['таб\tи\u0007звонок\u202e', 'таб извонок'],
  ['на 8 % и 4,2 млн рублей, 5 рубашек', 'на 8\u00a0% и 4,2\u00a0млн рублей, 5 рубашек'],
  ['половина \ud83d пары', 'половина \ufffd пары'],
])('makes %j ready for print', (text, printed) => {
  expect(tidy(text)).toBe(printed);
});

test('lines are split at every kind of line break, empty ones are left out', () => {
  expect(lines('раз\r\nдва\n\n  \nтри\u2028четыре')).toEqual(['раз', 'два', 'три', 'четыре']);
  expect(lines(null)).toEqual([]);
});

test.each([
  ['Утвердить', 'Утвердить.'],
  ['Утвердить.', 'Утвердить.'],
  ['Кто против?', 'Кто против?'],
  ['Принять «Устав»', 'Принять «Устав».'],
  ['Он спросил: «Когда?»', 'Он спросил: «Когда?»'],
  ['См. https://example.ru/a', 'См. https://example.ru/a'],
  ['www.example.ru и', 'www.example.ru и.'],
  ['', ''],
])('ends %j as a sentence', (text, ended) => {
  expect(sentence(text)).toBe(ended);
});

test('the word «человек» agrees with its number', () => {
  expect([1, 2, 5, 11, 17, 21, 22, 112].map(peopleCount).map((text) => text.replace('\u00a0', ' '))).toEqual([
    '1 человек',
    '2 человека',
    '5 человек',
    '11 человек',
    '17 человек',
    '21 человек',
    '22 человека',
    '112 человек',
  ]);
});

test('seconds are printed as time codes', () => {
  expect([0, 5.9, 760, 3725].map(timeCode)).toEqual(['00:00:00', '00:00:05', '00:12:40', '01:02:05']);
});

test.each([
  ['О графике.', 'О графике'],
  ['Смета № 2.', 'Смета № 2'],
  ['Работа ООО «Ромашка».', 'Работа ООО «Ромашка»'],
  ['Бюджет за 2026 г.', 'Бюджет за 2026 г.'],
  ['Затраты, тыс. руб.', 'Затраты, тыс. руб.'],
  ['Отчёт Иванова С. П.', 'Отчёт Иванова С. П.'],
  ['Итоги года.', 'Итоги года'],
  ['И так далее...', 'И так далее...'],
])('%j as a title is printed as %j', (text, printed) => {
  expect(asTitle(text)).toBe(printed);
});
