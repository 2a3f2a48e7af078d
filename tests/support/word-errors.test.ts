import { expect, test } from 'vitest';
import { wordErrors } from './word-errors.ts';

test.each([
  ['Утвердить смету.', 'утвердить смету', 2, 0],
  ['Ещё раз', 'еще раз', 2, 0],
  ['раз два три', 'раз три', 3, 1],
  ['раз два', 'раз и два', 2, 1],
  ['раз два три', 'раз четыре три', 3, 1],
  ['раз два', '', 2, 2],
  ['', 'раз', 0, 1],
])('counts the errors in «%s» heard as «%s»', (said, heard, words, wrong) => {
  expect(wordErrors(said, heard)).toEqual({ said: words, wrong });
});
