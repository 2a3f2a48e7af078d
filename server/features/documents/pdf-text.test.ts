import { expect, test } from 'vitest';
import { fontRuns } from './pdf-text.ts';

test('pictographs come from their own font, text with its signs does not', () => {
  expect(fontRuns('Да 👍🏽👨‍👩‍👧 ™ → 1️⃣🇷🇺!')).toEqual([
    { text: 'Да ', emoji: false },
    { text: '👍🏽👨‍👩‍👧', emoji: true },
    { text: ' ™ → ', emoji: false },
    { text: '1️⃣🇷🇺', emoji: true },
    { text: '!', emoji: false },
  ]);
});

test('a no-break space ends a run', () => {
  expect(fontRuns('Иванов\u00a0С. и др.').map((run) => run.text)).toEqual(['Иванов\u00a0', 'С. и др.']);
});

test('a very long word comes in pieces, and nothing of it is lost', () => {
  const text = `до ${'я'.repeat(10_000)} после`;
  const runs = fontRuns(text);
  expect(runs.map((run) => run.text).join('')).toBe(text);
  expect(Math.max(...runs.map((run) => run.text.length))).toBeLessThanOrEqual(20);
});
