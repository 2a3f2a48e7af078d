import { describe, expect, test } from 'vitest';
import { findWords, isSingleLetter, searchWords, snippetOf } from './found-words.ts';

const found = (text: string, search: string) =>
  findWords(text, searchWords(search)).map(({ start, end }) => text.slice(start, end));
const snippet = (text: string, search: string, most?: number) => {
  const { text: shown, marks } = snippetOf(text, findWords(text, searchWords(search)), most);
  return { shown, marked: marks.map(([from, to]) => shown.slice(from, to)) };
};

describe('finding the searched words in a text', () => {
  test.each([
    ['Смету утвердили: смета и сметы', 'смета', ['Смету', 'смета', 'сметы']],
    ['Утверждение бюджета', 'утв бюдж', ['Утверждение', 'бюджета']],
    ['Отчёт о закупке ёмкостей', 'отчет емкость', ['Отчёт', 'ёмкостей']],
    ['Отчет о закупке емкостей', 'отчёт ёмкость', ['Отчет', 'емкостей']],
    ['Протокол № 12-А', '12 а', ['12', 'А']],
    ['Установили Windows и 1С', 'windows 1с', ['Windows', '1С']],
    ['О йогурте', 'ЙОГУРТ', ['йогурте']],
    ['Ничего такого', 'смета', []],
    ['Отчёт о смете общества', 'о смете', ['о', 'смете']],
    ['Общество и отчёт', 'о смете', []],
    ['Отчёт общества', 'о', ['Отчёт', 'общества']],
  ])('text «%s», search «%s»', (text, search, words) => {
    expect(found(text, search)).toEqual(words);
  });

  test('decomposed letters match composed ones', () => {
    expect(found('О йогурте'.normalize('NFD'), 'йогурт')).toEqual(['йогурте'.normalize('NFD')]);
  });

  test.each(['', '   ', '%_\\', '"\'', '😀', '—'])('%j contains no words to search for', (search) => {
    expect(searchWords(search)).toEqual([]);
    expect(found('Смета', search)).toEqual([]);
  });

  test('a single letter is too short to search for, a single digit is not', () => {
    expect(['с', ' С!', '5', 'с м', 'см', ''].map(isSingleLetter)).toEqual([true, true, false, false, false, false]);
  });
});

describe('a snippet', () => {
  const long = `${'Начало совещания прошло спокойно. '.repeat(20)}Смету на ремонт утвердили единогласно. ${'Затем обсудили прочее. '.repeat(20)}`;

  test('is the part with the searched words, cut between words', () => {
    const { shown, marked } = snippet(long, 'утвердить смета ремонт');
    expect(marked).toEqual(['Смету', 'ремонт', 'утвердили']);
    expect(shown).toMatch(/^…\S.*Смету на ремонт утвердили единогласно\..*\S…$/);
    expect(shown.length).toBeLessThanOrEqual(162);
    for (const word of shown.replaceAll('…', '').split(' ')) expect(long.split(/\s/)).toContain(word);
  });

  test('is the passage with most of the searched words, not the first of them', () => {
    expect(snippet(`Смета. ${'Прочее. '.repeat(60)}Ремонт по смете.`, 'смета ремонт').marked).toEqual([
      'Ремонт',
      'смете',
    ]);
  });

  test('is a short text as a whole, on one line', () => {
    expect(snippet('Смета\nна год', 'год')).toEqual({ shown: 'Смета на год', marked: ['год'] });
  });

  test('is the beginning of a text without the words, and splits no surrogate pair', () => {
    expect(snippet('Смета', 'бюджет')).toEqual({ shown: 'Смета', marked: [] });
    expect(snippet('😀'.repeat(300), 'бюджет', 41).shown.isWellFormed()).toBe(true);
    expect(snippet(`${'😀'.repeat(300)}смета`, 'смета', 60).shown.isWellFormed()).toBe(true);
  });
});
