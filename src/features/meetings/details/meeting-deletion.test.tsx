import { expect, test } from 'vitest';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { stayingWords } from './meeting-deletion.tsx';

test.each([
  [1, 'Ещё 1 встреча — в другой серии: она останется.'],
  [2, 'Ещё 2 встречи — в другой серии: они останутся.'],
  [5, 'Ещё 5 встреч — в другой серии: они останутся.'],
  [21, 'Ещё 21 встреча — в другой серии: она останется.'],
])('before a deletion, %i meetings in other series are said to stay', (elsewhere, words) => {
  const series = { id: 's', rule: '', first: '2031-03-04', time: '10:00', minutes: 60, elsewhere };
  const said = stayingWords({ series } as Meeting).replaceAll('\u00A0', ' ');
  expect(said).toBe(`Прошедшие встречи и встречи с протоколом останутся. ${words}`);
});
