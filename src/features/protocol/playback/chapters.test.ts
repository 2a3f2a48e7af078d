import { expect, test } from 'vitest';
import { chaptersOf, chapterTrack } from './chapters.ts';

const at = (start: number) => ({ evidence: { start, end: start + 4 } });

test('a question is a chapter from the first moment of itself, its decisions and tasks', () => {
  const agenda = [
    { id: 'a', title: 'О смете', ...at(50), decisions: [{ text: 'Утвердить', ...at(61) }] },
    { id: 'b', title: 'О ремонте', decisions: [{ text: 'Начать' }, { text: 'Закупить', ...at(30) }] },
    { id: 'c', title: ' ', ...at(200) },
    { id: 'd', title: 'Разное' },
  ];
  const tasks = [
    { id: 't1', status: 'new' as const, agenda_id: 'c', ...at(120.5) },
    { id: 't2', status: 'new' as const, ...at(1) },
  ];
  expect(chaptersOf({ agenda, tasks })).toEqual([
    { id: 'b', start: 30, title: '2. О ремонте' },
    { id: 'a', start: 50, title: '1. О смете' },
    { id: 'c', start: 120.5, title: '3. Вопрос без названия' },
  ]);
  expect(chaptersOf({})).toEqual([]);
});

test('moments of a recording that the video replaced make no chapter', () => {
  const noted = (start: number, recording_id: string) => ({ evidence: { start, recording_id } });
  const agenda = [
    { id: 'a', title: 'О смете', ...noted(5, 'r1'), decisions: [{ text: 'Утвердить', ...noted(61, 'r2') }] },
    { id: 'b', title: 'О ремонте', ...noted(7, 'r1') },
  ];
  const tasks = [{ id: 't1', status: 'new' as const, agenda_id: 'a', ...noted(1, 'r1') }];
  expect(chaptersOf({ agenda, tasks, video: { upload_id: 'r2' } })).toEqual([
    { id: 'a', start: 61, title: '1. О смете' },
  ]);
  expect(chaptersOf({ agenda, tasks, video: {} }), 'a server that does not say').toHaveLength(2);
});

test('the track of a player ends each chapter where the next begins', () => {
  const chapters = [
    { id: 'a', start: 0, title: '1. О смете\n<2027> & плане' },
    { id: 'b', start: 3_661.25, title: '2. Разное' },
  ];
  expect(chapterTrack(chapters, 4_000)).toBe(
    [
      'WEBVTT\n',
      '00:00:00.000 --> 01:01:01.250\n1. О смете &lt;2027&gt; &amp; плане\n',
      '01:01:01.250 --> 01:06:40.000\n2. Разное\n',
    ].join('\n'),
  );
});
