import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readFieldErrors, readItem, readList, readMessage, readPage } from './envelope.ts';
import { tokenReply } from './identity/session.ts';
import { protocol } from './protocols/protocol.ts';

const asked = { limit: 15, page: 1 };
const rows = (amount: number) => Array.from({ length: amount }, (_, index) => ({ id: index + 1, stage: 'no_video' }));

describe('one object', () => {
  test.each([[{ data: { token: 'a' } }], [{ token: 'a' }]])('%j holds a token', (body) => {
    expect(readItem(tokenReply, body).token).toBe('a');
  });

  test.each([[{ data: {} }], [null], ['<html>'], [{ data: { token: '' } }]])(
    '%j has no token and is rejected',
    (body) => {
      expect(() => readItem(tokenReply, body)).toThrow();
    },
  );
});

describe('a page', () => {
  test.each([
    ['meta', { data: rows(15), meta: { current_page: 2, per_page: 15, last_page: 9, total: 128 } }],
    ['the top level', { data: rows(15), current_page: 2, per_page: 15, last_page: 9, total: 128 }],
    ['data', { data: { data: rows(15), current_page: 2, per_page: '15', last_page: 9, total: '128' } }],
  ])('is read with its paging in %s', (_place, body) => {
    const page = readPage(protocol, body, { limit: 15, page: 2 });
    expect(page.meta).toEqual({ current_page: 2, per_page: 15, last_page: 9, total: 128, has_next: true });
    expect(page.rows).toHaveLength(15);
  });

  test('without paging has a next page when it is full', () => {
    expect(readPage(protocol, { data: rows(15) }, asked).meta.has_next).toBe(true);
    expect(readPage(protocol, { data: rows(14) }, asked).meta.has_next).toBe(false);
  });

  test('drops an invalid row and keeps the others', () => {
    const body = {
      data: [{ id: 1, stage: 'no_video' }, { id: 2, stage: 'unheard_of' }, null, { id: 3, stage: 'final' }],
    };
    expect(readPage(protocol, body, asked).rows.map((row) => row.id)).toEqual(['1', '3']);
  });

  test.each([[{ data: {} }], [{}], [null], ['<html>']])(
    '%j is rejected with the error text of the specification',
    (body) => {
      expect(() => readPage(protocol, body, asked)).toThrow('Response data is not an array');
    },
  );
});

test('a field of an unexpected shape is read as absent', () => {
  const row = readItem(protocol, {
    id: 7,
    stage: 'final',
    agenda: 'О бюджете',
    video: 12,
    number: 'А-1',
    own: { kept: true },
  });
  expect(row).toMatchObject({ id: '7', number: 'А-1', own: { kept: true } });
  expect(row.agenda).toBeUndefined();
});

test('a list is read as a bare array or inside data', () => {
  const name = z.object({ name: z.string() });
  expect(readList(name, [{ name: 'бюджет' }])).toEqual([{ name: 'бюджет' }]);
  expect(readList(name, { data: [{ name: 'бюджет' }, {}] })).toEqual([{ name: 'бюджет' }]);
});

test('the message and the field errors are read from an error reply', () => {
  expect(readMessage({ message: 'Нет' })).toBe('Нет');
  expect(readMessage({ data: { message: 'Нет' } })).toBe('Нет');
  expect(readMessage({ message: ' ' })).toBeUndefined();
  expect(readMessage({ message: '', data: { message: 'Нет' } })).toBe('Нет');
  expect(readMessage({ message: 5, data: { message: 'Нет' } })).toBe('Нет');
  expect(readFieldErrors({ errors: { email: ['Занят', 'Ещё'] } })).toEqual({ email: 'Занят' });
  expect(readFieldErrors('<html>')).toEqual({});
});
