import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plantedDefects } from './planted-defects.ts';

test.each(plantedDefects)('the code to change for «$title» is found exactly once', ({ file, foundBy, from }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2);
  expect(existsSync(foundBy)).toBe(true);
});
