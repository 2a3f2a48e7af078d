import { expect, test } from 'vitest';
import { matchPeople, personName, personNote, unreadName } from './words.ts';

const semenov = { id: '1', name: 'Семёнов Пётр Ильич', position: 'главный инженер', organization: 'АО «Север»' };
const bare = { id: '12' };

test('a person without a name is called by the e-mail, else by the number', () => {
  expect(personName(semenov)).toBe('Семёнов Пётр Ильич');
  expect(personName({ id: '3', name: ' ', email: 'a@example.ru' })).toBe('a@example.ru');
  expect(personName(bare)).toBe('Пользователь 12');
});

test('a UUID is not shown in place of a name', () => {
  const id = '0199a2f4-7c11-7d3e-9c55-2f6b8f1f0a01';
  expect(personName({ id })).toBe('Пользователь без имени и e-mail');
  expect(unreadName(id)).toBe('Имя ещё не загружено');
  expect(unreadName('12')).toBe('Пользователь 12');
});

test('position and organization read as one line', () => {
  expect(personNote(semenov)).toBe('главный инженер, АО «Север»');
  expect(personNote({ position: null, organization: 'АО «Север»' })).toBe('АО «Север»');
  expect(personNote({})).toBe('');
});

test.each([
  ['семенов', ['1']],
  ['инженер пётр', ['1']],
  ['север', ['1']],
  ['пользователь 12', ['12']],
  ['  ', ['1', '12']],
  ['нет такого', []],
])('«%s» finds %j', (text, ids) => {
  expect(matchPeople([semenov, bare], text).map(({ id }) => id)).toEqual(ids);
});

test('a person whose name begins with the text comes first', () => {
  const people = [
    { id: '1', name: 'Ёлкина Мария Ивановна' },
    { id: '2', name: 'Иванов Сергей Петрович' },
  ];
  expect(matchPeople(people, 'иванов').map(({ id }) => id)).toEqual(['2', '1']);
});
