import { expect, test } from 'vitest';
import { meetingDays, meetingHours, meetingTime, meetingTitle, openableLink, quotedTitle } from './words.ts';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

test.each([
  [{ start_at: at(21, 10), end_at: at(21, 11) }, '21 ноября 2026 г., 10:00–11:00'],
  [{ start_at: at(21, 22), end_at: at(22, 1) }, '21 ноября 2026 г., 22:00 – 22 ноября 2026 г., 01:00'],
  [{ start_at: at(21, 10) }, '21 ноября 2026 г., 10:00'],
  [{ start_at: at(21, 10), end_at: at(21, 9) }, '21 ноября 2026 г., 10:00'],
  [{ start_at: 'скоро' }, 'Без даты'],
  [{}, 'Без даты'],
])('the time of %o', (meeting, words) => {
  expect(meetingTime(meeting)).toBe(words);
});

test.each([
  [{ start_at: at(21, 10), end_at: at(21, 11) }, '10:00–11:00'],
  [{ start_at: at(21, 10), end_at: at(23, 18) }, '10:00 – 23 ноября, 18:00'],
  [{ start_at: at(21, 22), end_at: at(22, 21) }, '22:00 – 22 ноября, 21:00'],
  [{ start_at: at(21, 10), end_at: at(21, 9) }, '10:00'],
  [{ start_at: at(21, 10) }, '10:00'],
  [{ start_at: '2026-11-21' }, ''],
  [{}, ''],
])('the hours of %o under its day', (meeting, words) => {
  expect(meetingHours(meeting, new Date(2026, 10, 20))).toBe(words);
});

test('a meeting without a title has a default name', () => {
  expect(meetingTitle({})).toBe('Встреча без названия');
  expect(meetingTitle({ title: ' Планёрка ' })).toBe('Планёрка');
});

test.each([
  [{ start_at: at(21, 10), end_at: at(21, 11) }, ['2026-11-21']],
  [{ start_at: at(21, 22), end_at: at(23, 1) }, ['2026-11-21', '2026-11-22', '2026-11-23']],
  [{ start_at: at(21, 22), end_at: at(22, 0) }, ['2026-11-21']],
  [{ start_at: '2026-11-21' }, ['2026-11-21']],
  [{ end_at: at(21, 22) }, []],
])('the days of %o', (meeting, days) => {
  expect(meetingDays(meeting)).toEqual(days);
});

test.each([
  ['https://meet.example.ru/1', 'https://meet.example.ru/1'],
  ['meet.example.ru/1', 'https://meet.example.ru/1'],
  ['встреча.рф', 'https://встреча.рф'],
  ['javascript:alert(1)', undefined],
  ['по телефону', undefined],
  [null, undefined],
])('%j opens %j', (link, address) => {
  expect(openableLink(link)).toBe(address);
});

test('a name inside a sentence is truncated where it is very long, and keeps its own direction', () => {
  expect(quotedTitle({ title: 'Совет' })).toBe('«Совет»');
  expect(quotedTitle({ title: '😀'.repeat(81) })).toBe(`«${'😀'.repeat(80)}…»`);
  expect(quotedTitle({ title: 'اجتماع' })).toBe('«\u2068اجتماع\u2069»');
});
