import { expect, test } from 'vitest';
import { formatBytes, formatPart, formatPercent, formatSpeed } from './sizes.ts';

const mib = 1024 ** 2;

test('sizes are shown in the largest unit that fits', () => {
  expect(formatBytes(0)).toBe('0\u00A0Б');
  expect(formatBytes(980 * mib)).toBe('980\u00A0МБ');
  expect(formatBytes(1.44 * 1024 * mib)).toBe('1,4\u00A0ГБ');
});

test('a part is shown in the unit of the whole', () => {
  expect(formatPart(412 * mib, 980 * mib)).toBe('412 из 980\u00A0МБ');
  expect(formatPart(512 * mib, 2048 * mib)).toBe('0,5 из 2\u00A0ГБ');
});

test('speed and percent', () => {
  expect(formatSpeed(3.1 * mib)).toBe('3,1\u00A0МБ/с');
  expect(formatPercent(61.7)).toBe('62\u00A0%');
});
