import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

// The module remembers the types of ids, so each test imports a fresh one.
let module: typeof import('./id.ts');
beforeEach(async () => {
  vi.resetModules();
  module = await import('./id.ts');
});

const received = (wire: unknown) => module.readingReplies(() => z.decode(module.id, wire as string));
const sent = (inside: string) => z.encode(module.id, inside);

test('an integer is a string inside and an integer on the wire again', () => {
  expect(received(42)).toBe('42');
  expect(sent('42')).toBe(42);
});

test('a string of digits stays a string on the wire', () => {
  received(7);
  expect(sent(received('1042'))).toBe('1042');
  expect(sent('7')).toBe(7);
});

test('a UUID is the same on both sides', () => {
  const uuid = '01989f00-0000-7000-8000-000000000001';
  expect(sent(received(uuid))).toBe(uuid);
});

test.each([[''], [null], [1.5], [{}], [true]])('%j is no identifier', (wire) => {
  expect(z.safeParse(module.id, wire).success).toBe(false);
});

test('an unseen id takes the type of the last one received', () => {
  expect(sent('5')).toBe(5);
  received('1042');
  expect(sent('5')).toBe('5');
  received(6);
  expect(sent('5')).toBe(5);
});

test('ids outside replies are not remembered: a server takes requests for years', () => {
  received(7);
  expect(z.decode(module.id, '1042')).toBe('1042');
  expect(sent('1042')).toBe(1042);
  expect(() => module.readingReplies(() => z.parse(module.id, {}))).toThrow();
  z.decode(module.id, '1043');
  expect(sent('1043')).toBe(1043);
});

test('of very many ids the oldest are forgotten, those seen again are kept', () => {
  received(7);
  received('1000000');
  received('1000001');
  for (let n = 2; n < module.maxRemembered; n += 1) received(String(1_000_000 + n));
  received('1000000');
  received('1');
  expect(sent('1000000')).toBe('1000000');
  expect(sent('1000001')).toBe(1_000_001);
  expect(sent('1')).toBe('1');
});
