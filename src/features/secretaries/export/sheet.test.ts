import { expect, test } from 'vitest';
import { figureFormat } from './sheet.ts';

function written(figures: readonly (number | null)[]): string[] {
  const format = figureFormat(figures);
  return figures.map((figure) => (figure === null ? '—' : format(figure)));
}

test('figures of a column have as many decimals as the most exact of them', () => {
  expect(written([46, 0])).toEqual(['46', '0']);
  expect(written([28.3, 28, null])).toEqual(['28,3', '28,0', '—']);
  expect(written([2, 1.25, 0])).toEqual(['2,00', '1,25', '0,00']);
  expect(written([1 / 3])).toEqual(['0,33']);
  expect(written([])).toEqual([]);
});
