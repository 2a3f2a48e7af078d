import { expect, it } from 'vitest';
import { decisionCounter } from './decision-places.ts';

const placesOf = (...levels: (number | null | undefined)[]) => {
  const count = decisionCounter(2);
  return levels.map((level) => count({ level }).place);
};

it('counts sub-points under the point before them', () => {
  expect(placesOf(0, 1, 1, undefined, 1)).toEqual(['2.1.', '2.1.1.', '2.1.2.', '2.2.', '2.2.1.']);
});

it('takes a sub-point without a point before it as a point', () => {
  expect(placesOf(1, 1, null)).toEqual(['2.1.', '2.1.1.', '2.2.']);
});
