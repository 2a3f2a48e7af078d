import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  [{ name: 'Иванов Сергей Петрович', email: 'i@example.ru' }, 'ИС'],
  [{ name: '  ёлкина   мария ' }, 'ЁМ'],
  [{ name: 'Жуков-Вережников Николай' }, 'ЖН'],
  [{ name: 'Мадонна' }, 'М'],
  [{ name: '«Север» (отдел)' }, 'СО'],
  [{ name: ' ', email: 'ivanov@example.ru' }, 'I'],
  [{ name: '— 👍' }, ''],
  [{ name: null, email: null }, ''],
  [{}, ''],
])('the initials of %j are %j', (person, letters) => {
  expect(initials(person)).toBe(letters);
});
