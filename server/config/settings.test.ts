import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverSettings } from './settings.ts';

test('every setting that the server reads stands in the README, and no other one', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const table = /## Settings\n.*?\n\|---\|---\|---\|\n(.*?)\n\n/s.exec(readme)?.[1] ?? '';
  const named = table.split('\n').flatMap((row) => row.split('|', 2)[1]?.match(/\b[A-Z][A-Z0-9_]{3,}\b/g) ?? []);
  expect([...new Set(named)].sort()).toEqual([...serverSettings].sort());
});
