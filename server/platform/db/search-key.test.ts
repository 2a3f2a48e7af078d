import { expect, test } from 'vitest';
import { isWordless, prefixQuery, searchKeyOf } from './search-key.ts';

test('the key holds the words alone, with ё as е', () => {
  expect(searchKeyOf('Отчёт № 12-А', null, '  «Щука»')).toBe('отчет 12 а щука');
});

test('a search matches the beginnings of words, and treats nothing as an operator', () => {
  expect(prefixQuery("Совет & (1 | 'x')")).toBe('совет:* & 1:* & x:*');
  expect(prefixQuery(' !:* ')).toBeUndefined();
  expect(prefixQuery(undefined)).toBeUndefined();
});

test('a search of signs alone finds nothing; blanks are no search', () => {
  expect(['!!!', ' — ', '😀'].map(isWordless)).toEqual([true, true, true]);
  expect([undefined, '', '  ', '!а'].map(isWordless)).toEqual([false, false, false, false]);
});
