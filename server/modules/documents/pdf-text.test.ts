import { expect, test } from 'vitest';
import { fontRuns, layoutParts } from './pdf-text.ts';

test('emoji are printed in their own font, signs of ordinary text are not', () => {
  expect(fontRuns('Да 👍🏽👨‍👩‍👧 ™ → 1️⃣🇷🇺!')).toEqual([
    { text: 'Да ' },
    { text: '👍🏽👨‍👩‍👧', font: 'Emoji' },
    { text: ' ™ → ' },
    { text: '1️⃣🇷🇺', font: 'Emoji' },
    { text: '!' },
  ]);
});

test('Arabic words are printed in a font with their letters, Hebrew in that of the page', () => {
  expect(fontRuns('О تقرير، עברית ✅')).toEqual([
    { text: 'О ' },
    { text: 'تقرير', font: 'Arabic' },
    { text: '، עברית ' },
    { text: '✅', font: 'Emoji' },
  ]);
});

test('a word before a no-break space is a run of its own', () => {
  expect(fontRuns('кто: Иванов\u00a0С. и др.').map((run) => run.text)).toEqual(['кто: ', 'Иванов\u00a0', 'С. и др.']);
});

test('a very long word is split into pieces without losing any of it', () => {
  const text = `до ${'я'.repeat(10_000)} после`;
  const runs = fontRuns(text);
  expect(runs.map((run) => run.text).join('')).toBe(text);
  expect(Math.max(...runs.map((run) => run.text.length))).toBeLessThanOrEqual(20);
});

test('thousands of emoji are laid out in parts, a long text in one', () => {
  const emoji = Array.from({ length: 5_000 }, () => ({ text: '😀', font: 'Emoji' }));
  expect(layoutParts(emoji).flat()).toEqual(emoji);
  expect(layoutParts(emoji).length).toBe(4);
  expect(layoutParts([{ text: 'ы'.repeat(100_000) }]).length).toBe(1);
});

test.each(['\u00a0', 'а\u00a0', '–\u00a0', '😀 '])(
  '100,000 letters of %j are split into runs without losing any',
  (unit) => {
    const text = unit.repeat(100_000 / unit.length);
    const runs = fontRuns(text).map((run) => run.text);
    expect(runs.length).toBeGreaterThan(10_000);
    expect(runs.join('')).toBe(text);
  },
);

test.each([
  ['joined emoji', '😀\u200d'],
  ['words bound by narrow spaces', 'а\u202f'],
  ['marks upon one letter', '\u0301'],
])('10,000 %s are split into pieces without losing any', (_, unit) => {
  const text = `а${unit.repeat(10_000)}`;
  const runs = fontRuns(text).map((run) => run.text);
  expect(Math.max(...runs.map((run) => run.length))).toBeLessThan(1_500);
  expect(runs.join('')).toBe(text);
});
