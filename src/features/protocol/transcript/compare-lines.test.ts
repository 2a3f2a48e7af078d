import { expect, test } from 'vitest';
import { compareLines, differingWords, textsFrom } from './compare-lines.ts';

const line = (id: string, start: number, end: number, text: string) => ({ id, start, end, text });
const shown = (pairs: ReturnType<typeof compareLines>) =>
  pairs.map(({ own, other, isSame }) => [
    own.map(({ id }) => id).join(''),
    other.map(({ id }) => id).join(''),
    isSame ? '=' : '≠',
  ]);

test('lines are paired with those said at the same time, whatever their number', () => {
  const own = [
    line('a', 0, 3, 'Начнём с бюджета'),
    line('b', 3, 6, 'Смету'),
    line('c', 6, 9, 'утвердили вчера'),
    line('d', 20, 24, 'Спасибо'),
    line('e', 30, 32, 'До свидания'),
  ];
  const other = [
    line('1', 0.2, 1.5, 'Начнём с'),
    line('2', 1.5, 2.9, 'бюджета'),
    line('3', 3.1, 8.8, 'Смету утвердили сегодня'),
    line('4', 12, 13, 'Кхм'),
    line('5', 20, 24, ' Спасибо '),
  ];
  expect(shown(compareLines(own, other))).toEqual([
    ['a', '12', '='],
    ['bc', '34', '≠'],
    ['d', '5', '='],
    ['e', '', '≠'],
  ]);
  expect(shown(compareLines(own.slice(0, 1), []))).toEqual([['a', '', '≠']]);
  expect(compareLines([], other)).toEqual([]);
});

test('a taken part is spread over the own lines, which keep their times', () => {
  const own = [line('b', 3, 6, 'Смету'), line('c', 6, 9, 'утвердили')];
  expect(textsFrom({ own, other: [line('3', 3, 9, 'Смету на год мы утвердили сегодня')] })).toEqual([
    'Смету на год',
    'мы утвердили сегодня',
  ]);
  expect(textsFrom({ own, other: [] })).toEqual(['', '']);
  expect(textsFrom({ own, other: [line('4', 40, 41, 'Да')] })).toEqual(['', 'Да']);
});

test('a taken text is the same as its source when compared', () => {
  const own = [line('a', 0, 2, 'раз'), line('b', 2, 4, 'два'), line('c', 5, 9, 'три')];
  const other = [line('1', 0, 3, 'раз и два'), line('2', 3, 9, 'это не три и не пять')];
  for (const pair of compareLines(own, other)) {
    const texts = textsFrom(pair);
    const taken = pair.own.map((each, index) => ({ ...each, text: texts[index] ?? '' }));
    expect(compareLines(taken, pair.other).every(({ isSame }) => isSame)).toBe(true);
  }
});

test('hours of speech are compared in linear time', () => {
  let looks = 0;
  const many = (shift: number) =>
    Array.from({ length: 4_000 }, (_, index) => {
      const start = index * 3 + shift;
      const said = line(`${shift} ${index}`, start, index * 3 + 2, 'слово');
      const look = () => {
        looks += 1;
        return start;
      };
      return Object.defineProperty(said, 'start', { enumerable: true, get: look });
    });
  expect(compareLines(many(0), many(0.3)).filter(({ isSame }) => isSame)).toHaveLength(4_000);
  expect(looks).toBeLessThan(20 * 8_000);
});

const marked = (text: string, other: string) =>
  differingWords(text, other)
    .map((run) => (run.isDifferent ? `[${run.text}]` : run.text))
    .join(' ');

test.each([
  ['Смету утвердили вчера', 'Смету утвердили сегодня', 'Смету утвердили [вчера]'],
  ['мы утвердили смету', 'утвердили', '[мы] утвердили [смету]'],
  ['раз два три', 'раз  два\nтри', 'раз два три'],
  ['да', '', '[да]'],
  ['', 'да', ''],
  ['да '.repeat(401), 'да '.repeat(401), `[${'да '.repeat(401).trim()}]`],
])('marks what in «%s» differs from «%s»', (text, other, shown) => {
  expect(marked(text, other)).toBe(shown);
});
