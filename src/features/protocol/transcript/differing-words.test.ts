import { expect, test } from 'vitest';
import { differingWords } from './compare-lines.ts';

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
