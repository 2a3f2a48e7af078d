import { expect, test } from 'vitest';
import { zoneChoices } from './time-zones.ts';

const now = new Date('2026-11-24T00:00:00Z');

test('the time zones of Russia are named by a city and their UTC offset', () => {
  const words = zoneChoices('Europe/Moscow', now).map((choice) => choice.words);
  expect(words).toHaveLength(13);
  expect(words.slice(0, 3)).toEqual(['Калининград, UTC+2', 'Москва, UTC+3', 'Самара, UTC+4']);
  expect(words.at(-1)).toBe('Петропавловск-Камчатский, UTC+12');
});

test('a zone that was set elsewhere can be kept', () => {
  expect(zoneChoices('Asia/Kolkata', now).at(-1)).toEqual({ name: 'Asia/Kolkata', words: 'Asia/Kolkata, UTC+5:30' });
});
