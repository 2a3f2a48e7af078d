import { expect, test } from 'vitest';
import { decisionKey, decisionWords, isToDo } from './decision-words.ts';

const people = [
  { id: 'u1', name: 'Орлова Елена Викторовна' },
  { id: 'u2', name: 'Ким Дмитрий Олегович' },
  { id: 'u3', name: 'Орловский Пётр Ильич' },
  { id: 'u5', name: 'Кравец Андрей Львович' },
  { id: 'u6', name: 'Ли Анна' },
];
// A Friday.
const around = { people, from: '2026-11-20' };
const read = (text: string) => {
  const { phrase, owner, due } = decisionWords(text, around);
  return [phrase, owner?.id, due];
};

test.each([
  ['Поручить Киму Д. О. до 04.12.2026 представить план закупок.', 'Представить план закупок', 'u2', '2026-12-04'],
  ['Киму Д.О. представить план закупок до 4 декабря', 'Представить план закупок', 'u2', '2026-12-04'],
  ['Орловой Е. В. в недельный срок подготовить отчёт', 'Подготовить отчёт', 'u1', '2026-11-27'],
  ['Поручить до пятницы Орловскому Петру Ильичу сверить остатки', 'Сверить остатки', 'u3', '2026-11-27'],
  ['До 4 декабря Е. В. Орловой подготовить отчёт', 'Подготовить отчёт', 'u1', '2026-12-04'],
  ['Подготовить отчёт. Ответственный – Ким Д. О., срок – 5 декабря 2026 г.', 'Подготовить отчёт', 'u2', '2026-12-05'],
  ['Подготовить отчёт (отв. Орлова Е. В., срок: до 05.12.2026)', 'Подготовить отчёт', 'u1', '2026-12-05'],
  ['Подготовить смету – Ким Д. О., до 5 декабря', 'Подготовить смету', 'u2', '2026-12-05'],
  ['Подготовить смету (Кравец А. Л.)', 'Подготовить смету', 'u5', undefined],
  ['Поручить Кравцу не допускать простоев', 'Не допускать простоев', 'u5', undefined],
  ['Обязать Кима повторно проверить щиты', 'Повторно проверить щиты', 'u2', undefined],
  ['Поручить начальнику отдела снабжения Киму Д. О. подготовить смету', 'Подготовить смету', 'u2', undefined],
  ['Ли А. завтра доложить', 'Доложить', 'u6', '2026-11-21'],
  ['Поручить Киму подготовку отчёта', 'Поручить подготовку отчёта', 'u2', undefined],
  ['Ким Д. О. готовит смету до 05.12.2036', 'Готовит смету', 'u2', '2036-12-05'],
  ['Киму согласовать план с Орловой до конца месяца', 'Согласовать план с Орловой', 'u2', '2026-11-30'],
  ['киму завтра:\n- собрать подписи;\n- сдать', 'Собрать подписи;\n- сдать', 'u2', '2026-11-21'],
])('«%s»', (text, ...expected) => {
  expect(read(text)).toEqual(expected);
});

test.each([
  ['Ким и Орлова готовят отчёт'],
  ['Киму, Орловой подготовить отчёт'],
  ['Согласовать план с Кимом'],
  ['Передать документы Орловой для подписи'],
  ['Кимберлитовую трубку описать'],
  ['Лист согласования подготовить'],
  ['Поручить Киму А. Б. подготовить отчёт'.replace('Поручить ', '')],
  ['Утвердить смету <b>2027</b> 👍'],
  ['И т. д.'],
])('«%s» names nobody and stays as it is', (text) => {
  expect(read(` ${text} `)).toEqual([text, undefined, undefined]);
});

test('namesakes are told apart by their initials, else nobody is meant', () => {
  const both = { ...around, people: [...people, { id: 'u7', name: 'Ким Анна Петровна' }] };
  expect(decisionWords('Ким А. П. доложить', both).owner?.id).toBe('u7');
  expect(decisionWords('Киму доложить', both)).toMatchObject({ phrase: 'Киму доложить', owner: undefined });
});

test('two deadlines stay in the text, and the last one counts', () => {
  const text = 'До 4 декабря собрать, до 10 декабря сдать';
  expect(read(text)).toEqual([text, undefined, '2026-12-10']);
});

test('what is nothing but owner and deadline stays, and so does nothing', () => {
  expect(read('Киму до пятницы')).toEqual(['Киму до пятницы', 'u2', '2026-11-27']);
  expect(read(' ')).toEqual(['', undefined, undefined]);
});

test('texts that give the same task have the same key', () => {
  const key = (text: string) => decisionKey(text, around);
  const same = [
    'Поручить Киму Д. О. до 04.12.2026 представить план',
    'представить  «План»!',
    'ПРЕДСТАВИТЬ ПЛАН до пятницы',
  ];
  expect(new Set(same.map(key))).toEqual(new Set(['представить план']));
  expect(key('Представить планы')).not.toBe(key('Представить план'));
});

test('an infinitive is told from nouns that end like one', () => {
  const words = [
    'Представить план',
    'внести',
    'Не допускать',
    'Повторно проверить',
    'Часть работ',
    'Готовит смету',
    'Отчёт',
    'Поручить юристу проверить договор',
  ];
  expect(words.map(isToDo)).toEqual([true, true, true, true, false, false, false, false]);
});

test('long and odd texts are read in one pass', () => {
  for (const part of ['Киму ', 'Ким, ', '(', '– ', 'Ы', 'до 4 декабря ', '\u202e😀 ', 'отв. ']) {
    const text = part.repeat(10_000 / part.length);
    expect(decisionWords(text, around).phrase.length).toBeGreaterThan(0);
  }
});
