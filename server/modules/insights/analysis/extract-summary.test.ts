import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extractSummary } from './extract-summary.ts';
import { sentencesOf } from './sentences.ts';

type Line = { start: number; end: number; text: string; speaker: string };
const meeting = new URL('../../../demo/budget-meeting.json', import.meta.url);
const lines = (JSON.parse(readFileSync(meeting, 'utf8')).lines as Line[]).map((line, index) => ({
  ...line,
  id: `s${index}`,
}));

test('extracts decisions and orders of a meeting in the order of time, with moments of the transcript', () => {
  const { text, points } = extractSummary(lines, {});
  const words = points.map((point) => point.text).join('\n');
  expect(words).toContain('Решили: утвердить смету');
  expect(words).toContain('поручаю подготовить отчёт');
  expect(words).toContain('Решили: согласовать договор');
  expect(words).not.toContain('Добрый день');
  expect(points.length).toBeLessThan(8);
  const starts = points.map(({ evidence }) => evidence.start);
  expect(starts).toEqual([...starts].sort((one, other) => one - other));
  for (const start of starts) expect(lines.map((line) => line.start)).toContain(start);
  expect(points[0]?.evidence.speaker).toMatch(/\S/);
  expect(text).toContain('Решили: утвердить смету');
});

test('a sentence with keywords is ranked higher', () => {
  const place = (hits: Record<string, string[]>) =>
    extractSummary(lines, hits).points.some(({ text }) => text.includes('Возражений нет'));
  const line = lines.find(({ text }) => text.includes('Возражений нет'));
  expect([place({}), place({ [line?.id ?? '']: ['возражения', 'план'] })]).toEqual([false, true]);
});

test('a point is shorter than what may be saved, also of speech without full stops', () => {
  const endless = Array.from({ length: 5 }, (_, index) => {
    const text = Array.from({ length: 400 }, (_word, place) => `слово${index}${place}`).join(' ');
    return { id: `s${index}`, start: index * 10, end: index * 10 + 5, text, speaker: null };
  });
  const { text, points } = extractSummary(endless, {});
  expect(points.filter((point) => point.text.length > 2_000)).toEqual([]);
  expect([points.length > 0, text.length < 20_000, points[0]?.text.endsWith('…')]).toEqual([true, true, true]);
});

test('an empty transcript, or one of fillers alone, gives no points', () => {
  expect(extractSummary([], {})).toEqual({ text: '', points: [] });
  expect(extractSummary([{ id: 'a', start: 0, end: 1, text: 'Да. Нет. Угу.', speaker: null }], {}).points).toEqual([]);
});

test('sentences span lines of one speaker, and end at punctuation, a pause or another speaker', () => {
  const line = (start: number, text: string, speaker = 'А') => ({
    id: `${start}`,
    start,
    end: start + 2,
    text,
    speaker,
  });
  const found = sentencesOf([
    line(0, 'Отчёт готовит Орлова Е. В. к пятнице'),
    line(2, 'в г. Москве. Вопросов нет'),
    line(10, 'после паузы'),
    line(12, 'другой голос', 'Б'),
  ]);
  expect(found.map(({ text, lines: of }) => [text, of.length])).toEqual([
    ['Отчёт готовит Орлова Е. В. к пятнице в г. Москве.', 2],
    ['Вопросов нет', 1],
    ['после паузы', 1],
    ['другой голос', 1],
  ]);
});
