import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { gregorianOnly } from './gregorian-only.ts';

test('the module of the library is reduced to the Gregorian calendar', () => {
  const folder = new URL('../node_modules/@internationalized/date/dist/private/', import.meta.url);
  const built = gregorianOnly(readFileSync(fileURLToPath(new URL('createCalendar.mjs', folder)), 'utf8'));
  expect(built.match(/^import .*$/gm)).toHaveLength(1);
  expect(built).toMatch(/export \{\S+ as createCalendar\};/);
});

test('a library that is built otherwise fails the build', () => {
  expect(() => gregorianOnly('export {x as createCalendar};')).toThrow('built otherwise');
});
