import { expect, test } from 'vitest';
import { initials, shortName } from './names.ts';

test.each([
  ['Иванов Сергей Петрович', 'Иванов\u00A0С.\u00A0П.'],
  ['Ким Дмитрий', 'Ким\u00A0Д.'],
  ['  Секретариат ', 'Секретариат'],
  ['Орлова Е.В.', 'Орлова\u00A0Е.\u00A0В.'],
  ['С. П. Иванов', 'Иванов\u00A0С.\u00A0П.'],
  ['Петрова Анна-Мария Ивановна', 'Петрова\u00A0А.-М.\u00A0И.'],
  ['Алиев Эльдар Магомед оглы', 'Алиев\u00A0Э.\u00A0М.\u00A0оглы'],
  ['Де Голль Шарль', 'Де Голль\u00A0Ш.'],
  ['John Smith', 'John Smith'],
  ['Гость 👩‍🚀', 'Гость 👩‍🚀'],
  ['Отдел закупок и снабжения города', 'Отдел закупок и снабжения города'],
])('%s is written %s, as on paper', (name, short) => {
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
