import { describe, expect, test } from 'vitest';
import { parseSubtitles } from './parse-subtitles.ts';
import { writeWebVtt } from './write-webvtt.ts';

describe('parsing subtitles', () => {
  test('reads SubRip with its numbers, style marks and empty rows inside a cue', () => {
    const text = [
      '1\r\n00:00:01,500 --> 00:00:04,000\r\n<i>Добрый день,</i>\r\nколлеги.\r\n',
      '2\r\n00:00:05,000 --> 00:01:06,25\r\n{\\an8}Начнём.\r\n\r\nПервый вопрос.\r\n',
      '3\r\n01:00:00,000 --> 01:00:02,000\r\n2026\r\n',
    ].join('\r\n');
    expect(parseSubtitles(text)).toEqual([
      { start: 1.5, end: 4, text: 'Добрый день, коллеги.' },
      { start: 5, end: 66.25, text: 'Начнём. Первый вопрос.' },
      { start: 3600, end: 3602, text: '2026' },
    ]);
  });

  test('reads WebVTT with notes, names of cues, settings and voices', () => {
    const text = `\uFEFFWEBVTT Совещание

STYLE
::cue { color: red }

NOTE не показывать

начало
00:01.000 --> 00:03.000 line:0 align:start
<v.loud Иванов Иван>Коллеги, <b>начнём</b></v>
<v Петрова>Да &amp; нет &lt;5&gt;

00:00:09.000 --> 00:00:10.000
<c.yellow>без</c> голоса
`;
    expect(parseSubtitles(text)).toEqual([
      { start: 1, end: 3, text: 'Коллеги, начнём', speaker: 'Иванов Иван' },
      { start: 1, end: 3, text: 'Да & нет <5>', speaker: 'Петрова' },
      { start: 9, end: 10, text: 'без голоса' },
    ]);
  });

  test('reads names before the words as speakers, but not headings of minutes', () => {
    const rows = [
      'Иванов И. П.: Начнём',
      'Спикер 2: Да',
      'Решили: утвердить',
      'Решили: принять',
      'Анна: Нет',
      'Анна: Да',
    ];
    expect(spoken(rows)).toEqual([
      ['Иванов И. П.', 'Начнём'],
      ['Спикер 2', 'Да'],
      [undefined, 'Решили: утвердить'],
      [undefined, 'Решили: принять'],
      ['Анна', 'Нет'],
      ['Анна', 'Да'],
    ]);
  });

  test.each(['Вопрос 2', 'Решение 1', 'Слайд 12', 'Пункт 4', 'План Б', 'Итог Голосования', 'Проект Север'])(
    '«%s» is not a speaker, however often it occurs',
    (words) => {
      const row = `${words}: принято`;
      expect(spoken([row, row])).toEqual([
        [undefined, row],
        [undefined, row],
      ]);
    },
  );

  test('a word with a number is a speaker if it occurs more than once', () => {
    const rows = ['Зал 2: Добрый день', 'Зал 2: Слышно?', 'Корпус 3: сдача в июне'];
    expect(spoken(rows).map(([speaker]) => speaker)).toEqual(['Зал 2', 'Зал 2', undefined]);
  });

  const other = Array.from({ length: 6 }, (_, at) => `Обычная строка ${at}`);

  test('a word before a colon stays in the text where few lines begin so', () => {
    const rows = ['Смотрите: смета выросла', 'Осталось: две недели', 'Смотрите: срок прошёл', 'Осталось: один день'];
    for (const row of rows) expect(spoken([row, ...other, row])).toContainEqual([undefined, row]);
  });

  test('two capitalised words are a name where they recur, or where lines begin with names', () => {
    const place = 'Красная Площадь: здесь будет каток';
    expect(spoken([place, ...other])[0]).toEqual([undefined, place]);
    const rows = ['Анна Петрова: Начнём', ...other, 'Анна Петрова: Решили'];
    expect(spoken(rows).map(([speaker]) => speaker)).toEqual([
      'Анна Петрова',
      ...other.map(() => undefined),
      'Анна Петрова',
    ]);
    expect(spoken(['Иванов Иван: Да', 'Нет'])[0]).toEqual(['Иванов Иван', 'Да']);
    expect(spoken(['Иванов И. П.: Начнём', ...other])[0]).toEqual(['Иванов И. П.', 'Начнём']);
  });

  test('reads characters written by name or number', () => {
    expect(spoken(['О&apos;Генри &#x41;&#1071; &#128077;&#x1F44D; &#xFFFFFFF;'])).toEqual([
      [undefined, "О'Генри AЯ 👍👍 &#xFFFFFFF;"],
    ]);
  });

  test.each(['', 'Протокол совещания', 'WEBVTT\n\n', '1\n00:00:01,000 --> 00:00:02,000\n\n'])(
    '%j is refused',
    (text) => {
      expect(() => parseSubtitles(text)).toThrow('В файле нет субтитров SRT или WebVTT');
    },
  );

  test('reads back the captions that it wrote, with every character', () => {
    const lines = [
      { start: 0, end: 2.5, text: 'A < B & C --> D &#65;', speaker: 'О’Нил <1>' },
      { start: 3661.001, end: 3662, text: 'Конец' },
    ];
    expect(writeWebVtt(lines)).toContain('01:01:01.001 --> 01:01:02.000\nКонец');
    expect(parseSubtitles(writeWebVtt(lines))).toEqual(lines);
  });

  test('reads an unclosed mark as text', () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\nЕсли a <v то {\\an8 и <b или <i>нет</i>\n';
    expect(parseSubtitles(text)).toMatchObject([{ text: 'Если a' }, { text: '<v то {\\an8 и <b или нет' }]);
  });
});

/** Who says what in these rows, one after the other. */
function spoken(rows: readonly string[]) {
  const cues = rows.map((row, at) => `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n${row}\n`);
  return parseSubtitles(cues.join('\n')).map(({ speaker, text }) => [speaker, text]);
}
