import { expect, test } from 'vitest';
import { changedNotice, createdNotice } from './outcome-words.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test.each([
  [{ changed: 11, kept: 3 }, 'Изменено 11 встреч; 3 остались как есть: прошли или с протоколом'],
  [
    { changed: 1, made: 2, removed: 5, kept: 1 },
    'Изменена 1 встреча, добавлены 2 встречи, удалено 5 встреч; 1 осталась',
  ],
  [{ changed: 0, kept: 5 }, '5 осталось как есть'],
  [{ changed: 2, elsewhere: 5 }, 'Изменены 2 встречи; ещё 5 встреч — в другой серии$'],
  [{ changed: 1, elsewhere: 1 }, 'Изменена 1 встреча; ещё 1 встреча — в другой серии$'],
  [undefined, ''],
])('the outcome of a change is put into words: %o', (outcome, words) => {
  expect(plain(changedNotice(outcome).detail)).toMatch(new RegExp(`^${words}`));
});

test('a new series is announced with its number of meetings', () => {
  const day = { occurrence: '2026-11-26', start_at: '2026-11-26T12:00:00Z', end_at: '2026-11-26T13:00:00Z' };
  const { title, detail } = createdNotice([day], 52);
  expect([plain(title), plain(detail)]).toEqual([
    'Серия создана: 52 встречи',
    expect.stringMatching(/^Первая — 26 ноября 2026/),
  ]);
  expect(plain(createdNotice([day], undefined).title)).toBe('Серия создана: 1 встреча');
});
