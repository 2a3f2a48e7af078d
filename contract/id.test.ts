import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { id } from './id.ts';

test('an integer is a string inside and an integer on the wire again', () => {
  const inside = z.decode(id, 42);
  expect(inside).toBe('42');
  expect(z.encode(id, inside)).toBe(42);
});

test('a string of digits stays a string on the wire', () => {
  expect(z.encode(id, z.decode(id, '1042'))).toBe('1042');
});

test('a UUID is the same on both sides', () => {
  const uuid = '01989f00-0000-7000-8000-000000000001';
  expect(z.encode(id, z.decode(id, uuid))).toBe(uuid);
});

test.each([[''], [null], [1.5], [{}], [true]])('%j is no identifier', (wire) => {
  expect(z.safeParse(id, wire).success).toBe(false);
});
