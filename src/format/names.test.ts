import { expect, test } from 'vitest';
import { initials, shortName } from './names.ts';

test.each([
  ['Иванов Сергей Петрович', 'Иванов\u00A0С.\u00A0П.'],
  ['Ким Дмитрий', 'Ким\u00A0Д.'],
  ['  Секретариат ', 'Секретариат'],
  ['Орлова Е. В.', 'Орлова Е. В.'],
  ['Гость 👩‍🚀', 'Гость 👩‍🚀'],
  ['𐐀а 𐐁б', '𐐀а\u00A0𐐁.'],
  ['Отдел закупок и снабжения города', 'Отдел закупок и снабжения города'],
])('%s is written %s', (name, short) => {
  expect(shortName(name)).toBe(short);
});

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
