import { expect, test } from 'vitest';
import { matchPeople, personName, personNote } from './people.ts';

const semenov = { id: '1', name: 'Семёнов Пётр Ильич', position: 'главный инженер', organization: 'АО «Север»' };
const bare = { id: '12' };

test('a person without a name is called by the e-mail, else by the number', () => {
  expect(personName(semenov)).toBe('Семёнов Пётр Ильич');
  expect(personName({ id: '3', name: ' ', email: 'a@example.ru' })).toBe('a@example.ru');
  expect(personName(bare)).toBe('Пользователь 12');
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

test('whose name begins with the text comes first', () => {
  const people = [
    { id: '1', name: 'Ёлкина Мария Ивановна' },
    { id: '2', name: 'Иванов Сергей Петрович' },
  ];
  expect(matchPeople(people, 'иванов').map(({ id }) => id)).toEqual(['2', '1']);
});
