import { expect, test } from 'vitest';
import { compareNames, initialsFirst, surnameFirst } from './person-name.ts';

test.each([
  ['Иванов Сергей Петрович', 'Иванов\u00a0С.\u00a0П.', 'С.\u00a0П.\u00a0Иванов'],
  ['Смирнов Павел', 'Смирнов\u00a0П.', 'П.\u00a0Смирнов'],
  ['Иванов С.П.', 'Иванов\u00a0С.\u00a0П.', 'С.\u00a0П.\u00a0Иванов'],
  ['С. П. Иванов', 'Иванов\u00a0С.\u00a0П.', 'С.\u00a0П.\u00a0Иванов'],
  ['Жуков-Вережников Николай Николаевич', 'Жуков-Вережников\u00a0Н.\u00a0Н.', 'Н.\u00a0Н.\u00a0Жуков-Вережников'],
  ['Петрова Анна-Мария Ивановна', 'Петрова\u00a0А.-М.\u00a0И.', 'А.-М.\u00a0И.\u00a0Петрова'],
  ['Алиев Эльдар Магомед оглы', 'Алиев\u00a0Э.\u00a0М.\u00a0оглы', 'Э.\u00a0М.\u00a0оглы\u00a0Алиев'],
  ['Де Голль Шарль', 'Де Голль\u00a0Ш.', 'Ш.\u00a0Де Голль'],
  ['Фон Бисмарк Отто', 'Фон Бисмарк\u00a0О.', 'О.\u00a0Фон Бисмарк'],
  ['ван дер Берг Ян Петрович', 'ван дер Берг\u00a0Я.\u00a0П.', 'Я.\u00a0П.\u00a0ван дер Берг'],
  // As a surname: two words, or three of which the last is a patronymic.
  ['Ван Сяомин', 'Ван\u00a0С.', 'С.\u00a0Ван'],
  ['Ван Иван Петрович', 'Ван\u00a0И.\u00a0П.', 'И.\u00a0П.\u00a0Ван'],
  ['Да Анна Львовна', 'Да\u00a0А.\u00a0Л.', 'А.\u00a0Л.\u00a0Да'],
])('shortens %s', (name, surname, initials) => {
  expect(surnameFirst(name)).toBe(surname);
  expect(initialsFirst(name)).toBe(initials);
});

test.each([
  'John Smith',
  'Администратор системы',
  'Иванов',
  'Мария Изабелла Кастро Руис',
  'ООО РОМАШКА',
  'Вася 😀',
  'Ибн Сина',
  'ivanov@example.ru',
])('leaves %s as it was entered', (name) => {
  expect(surnameFirst(name)).toBe(name);
  expect(initialsFirst(name)).toBe(name);
});

test('a missing name is an empty string', () => {
  expect([surnameFirst(undefined), surnameFirst(null), initialsFirst('  ')]).toEqual(['', '', '']);
});

test('names are sorted by the Russian alphabet', () => {
  const names = ['Яшин', 'Жуков', 'Ёлкина', 'Ежов', 'Абрамов', 'Елкин'].map((name) => ({ name }));
  expect(names.sort(compareNames).map(({ name }) => name)).toEqual([
    'Абрамов',
    'Ежов',
    'Елкин',
    'Ёлкина',
    'Жуков',
    'Яшин',
  ]);
});
