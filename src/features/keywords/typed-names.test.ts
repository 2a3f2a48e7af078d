import { expect, test } from 'vitest';
import { readNames, splitNames } from './typed-names.ts';

test.each([
  ['срок', ['срок']],
  ['срок, смета;  план работ', ['срок', 'смета', 'план работ']],
  ['срок\r\nсмета\r\n\r\n', ['срок', 'смета']],
  ['срок\tсмета\nплан\tбюджет', ['срок', 'смета', 'план', 'бюджет']],
  [' , ;\n', []],
])('%j is split into %j', (text, names) => {
  expect(splitNames(text)).toEqual(names);
});

test('known and repeated names are left out', () => {
  expect(readNames('сроки, смета, Бюджета, сметы', ['срок', 'бюджет'])).toEqual({
    fresh: ['смета'],
    known: ['сроки', 'Бюджета', 'сметы'],
  });
});

test.each([
  ['', 'Поле обязательно для заполнения'],
  [' ,; ', 'Поле обязательно для заполнения'],
  ['\u200b', 'Поле обязательно для заполнения'],
  ['БЮДЖЕТ', 'Такое ключевое слово уже есть'],
  ['бюджеты', 'Уже есть «бюджет»: это то же слово в другой форме'],
  ['бюджет, бюджеты', 'Все эти ключевые слова уже есть'],
  [Array.from({ length: 101 }, (_, at) => `слово${at}`).join(), 'За один раз можно добавить не больше 100 слов'],
])('%j cannot be added: %s', (text, problem) => {
  expect(readNames(text, ['бюджет'])).toEqual({ problem });
});

test('a name among several that is too long is quoted, and none is added', () => {
  const long = 'я'.repeat(201);
  expect(readNames(`срок, ${long}`, [])).toMatchObject({ problem: expect.stringMatching(/^«я{40}…»: /) });
  expect(readNames(long, [])).toMatchObject({ problem: expect.not.stringContaining('«') });
});
