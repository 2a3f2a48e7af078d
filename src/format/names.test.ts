import { expect, test } from 'vitest';
import { shortName } from './person-names.ts';

test.each([
  ['Иванов Сергей Петрович', 'Иванов\u00A0С.\u00A0П.'],
  ['Ким Дмитрий', 'Ким\u00A0Д.'],
  ['  Секретариат ', 'Секретариат'],
  ['Орлова Е. В.', 'Орлова Е. В.'],
  ['Отдел закупок и снабжения города', 'Отдел закупок и снабжения города'],
])('%s is written %s', (name, short) => {
  expect(shortName(name)).toBe(short);
});
