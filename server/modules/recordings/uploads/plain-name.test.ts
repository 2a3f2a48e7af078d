import { expect, test } from 'vitest';
import { plainName } from './plain-name.ts';

test.each([
  ['C:\\Записи\\Совет.mp4', 'Совет.mp4'],
  ['blob', ''],
  [`${'я'.repeat(300)}.mp4`, `${'я'.repeat(250)}….mp4`],
  // The last letter that fits is one half of a surrogate pair.
  [`${'я'.repeat(249)}😀${'я'.repeat(50)}.mp4`, `${'я'.repeat(249)}….mp4`],
])('the plain name of %s', (given, plain) => {
  expect(plainName(given)).toBe(plain);
});
