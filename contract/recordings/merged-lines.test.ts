import { expect, test } from 'vitest';
import { mergeLines } from './merged-lines.ts';

const line = (start: number, text: string, end = start + 3) => ({ start, end, text });
const shown = (recordings: Parameters<typeof mergeLines>[0]) =>
  mergeLines(recordings).lines.map(({ line: { text }, recordingId, at }) => `${at} ${recordingId}: ${text}`);

test('lines of two speakers are sorted by time, and both stay when said at the same time', () => {
  const anna = { id: 'anna', speaker: 'Анна', start: 0, lines: [line(1, 'Начнём'), line(20, 'Да'), line(30, 'Итак')] };
  const ivan = { id: 'ivan', speaker: 'Иван', start: 10, lines: [line(1, 'Смета готова'), line(10, 'Да.')] };
  expect(shown([anna, ivan])).toEqual([
    '1 anna: Начнём',
    '11 ivan: Смета готова',
    '20 anna: Да',
    '20 ivan: Да.',
    '30 anna: Итак',
  ]);
});

test('words recorded by two phones appear once, and those that only one recorded stay', () => {
  const table = {
    id: 'table',
    start: 0,
    lines: [line(5, 'Решили утвердить смету отдела.'), line(60, 'Перейдём дальше')],
  };
  const window = {
    ...{ id: 'window', start: 4 },
    lines: [line(2, 'Решили утвердить смету отдела'), line(20, 'Ещё о ремонте'), line(57, 'перейдём дальше')],
  };
  expect(shown([table, window])).toEqual([
    '5 table: Решили утвердить смету отдела.',
    '24 window: Ещё о ремонте',
    '60 table: Перейдём дальше',
  ]);
});

test('the own recording of a speaker takes precedence over the room’s, even if that came first', () => {
  const room = { id: 'room', start: 0, lines: [line(5, 'Всё готово'), line(9, 'А сроки?')] };
  const anna = { id: 'anna', speaker: 'Анна', start: 0, lines: [line(5.4, 'Все готово.')] };
  expect(shown([room, anna])).toEqual(['5.4 anna: Все готово.', '9 room: А сроки?']);
});

test('the same words of one speaker in two recordings appear once, at another time twice', () => {
  const one = { id: 'one', speaker: 'Анна', start: 0, lines: [line(5, 'Начнём заседание'), line(90, 'Голосуем')] };
  const two = { id: 'two', speaker: 'Анна', start: 0, lines: [line(5, 'Начнём заседание'), line(200, 'Голосуем')] };
  expect(shown([one, two])).toEqual(['5 one: Начнём заседание', '90 one: Голосуем', '200 two: Голосуем']);
  expect(mergeLines([one, two]).repeated.map(({ recordingId, at }) => [recordingId, at])).toEqual([['two', 5]]);
});

test('lines without words, without an end, or with an enormous one are handled', () => {
  const one = { id: 'one', start: 0, lines: [line(0, 'Смета', 1e9), line(3, '…'), line(4, '')] };
  const two = { id: 'two', start: -2, lines: [line(9, 'смета', 0), line(3, '—')] };
  expect(shown([one, two])).toEqual(['0 one: Смета', '1 two: —', '3 one: …', '4 one: ']);
});

test('twenty thousand lines of the same second are merged without a timeout', () => {
  const many = (id: string) => ({
    id,
    start: 0,
    lines: Array.from({ length: 20_000 }, (_, at) => line(1, `слово ${at}`)),
  });
  expect(mergeLines([many('a'), many('b')]).repeated).toHaveLength(20_000);
});
