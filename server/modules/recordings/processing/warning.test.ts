import { expect, test } from 'vitest';
import { damageWarning, maxPlaces, type Span } from './warning.ts';

const places = (count: number) => Array.from({ length: count }, (_, at): Span => [at * 10, at * 10 + 2]);

test.each([
  [0, 0, /^Запись местами повреждена\. /],
  [1, 1, /^Повреждено 1 место записи: 00:00:00–00:00:02\. /],
  [maxPlaces, maxPlaces, /^Повреждено 200 мест записи: 00:00:00–00:00:02, .* и ещё 195\. /],
  [maxPlaces + 1, maxPlaces, /^Запись повреждена во многих местах\. Обработано то, что сохранилось$/],
])('words the warning of %i places', (count, named, text) => {
  const warning = damageWarning(places(count));
  expect(warning.text).toMatch(text);
  expect(warning.places?.length ?? 0).toBe(named);
});
