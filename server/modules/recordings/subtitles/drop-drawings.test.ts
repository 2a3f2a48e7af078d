import { expect, test } from 'vitest';
import { dropDrawings } from './drop-drawings.ts';

test.each([
  ['m 0 0 l 100 0 100 50 0 50', ''],
  ['m 0 0 b 10.5 -3 20 0 30 5 c Добрый день', 'Добрый день'],
  ['Итого m 1 2 l 3 4 рублей', 'Итого рублей'],
  ['Длина 5 m, ширина 3 m', 'Длина 5 m, ширина 3 m'],
  ['m и l — буквы', 'm и l — буквы'],
])('«%s» without drawings is «%s»', (text, said) => {
  expect(dropDrawings(text)).toBe(said);
});
