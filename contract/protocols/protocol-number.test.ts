import { expect, test } from 'vitest';
import { numberKey } from './protocol-number.ts';

test.each([
  ['0114', '114'],
  ['000', '0'],
  ['0114-А', '114-А'],
  ['114-0', '114-0'],
  ['0-А', '0-А'],
  ['А-0114', 'А-0114'],
])('leading zeros of a number are ignored: %s becomes %s', (number, key) => {
  expect(numberKey(number)).toBe(key);
});
