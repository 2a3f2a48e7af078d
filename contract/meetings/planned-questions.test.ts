import { expect, test } from 'vitest';
import { plannedQuestions } from './planned-questions.ts';

test.each([
  ['Повестка:\n1. О бюджете\n2. О ремонте крыши\n\nПодробности в файле', ['О бюджете', 'О ремонте крыши']],
  ['1) Первый\r\n  2 ) Второй \r\n3.Третий', ['Первый', 'Второй', 'Третий']],
  ['1. О плане\n— пояснение\n2. Разное', ['О плане', 'Разное']],
  ['Встречаемся у входа.\n12. этаж, кабинет 4', []],
  ['2. Не с начала\n3. Дальше', []],
  ['1. Один\n3. Пропуск\n2. Два', ['Один', 'Два']],
  ['1.   ', []],
  ['', []],
  [null, []],
])('the description %j plans the questions %j', (description, questions) => {
  expect(plannedQuestions(description)).toEqual(questions);
});
