import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { maybe } from './common.ts';
import { fromFormFields, toFormFields } from './form-data.ts';
import { id } from './id.ts';
import { meetingCreate } from './meetings/meeting.ts';

const body = z.looseObject({
  title: z.string(),
  place: maybe(z.string()),
  is_blocked: z.optional(z.boolean()),
  amount: z.optional(z.int()),
  participant_ids: z.optional(z.array(id)),
});

test('values are the same after encoding to form data and decoding', () => {
  const sent = {
    title: '',
    place: null,
    is_blocked: false,
    amount: 12,
    participant_ids: ['a', 'b'],
    link: 'https://а.рф',
  };
  expect(fromFormFields(body, toFormFields(sent))).toEqual(sent);
  expect(fromFormFields(body, toFormFields({ participant_ids: [] }))).toEqual({ participant_ids: [] });
});

test('a list of objects, as JSON, is the same after encoding and decoding', () => {
  const guests = [
    { id: 'g1', name: 'Ким «Д»', email: 'kim@example.ru' },
    { id: 'g2', name: '1', email: 'a@example.ru' },
  ];
  const fields = toFormFields({ title: 'Совет', guests, participant_ids: ['{"id":"7"}'] });
  expect(fromFormFields(meetingCreate, fields)).toEqual({ title: 'Совет', guests, participant_ids: ['{"id":"7"}'] });
  expect(fromFormFields(meetingCreate, [['guests[]', '{broken']])).toEqual({ guests: ['{broken'] });
});

test('undefined fields are not sent', () => {
  expect(toFormFields({ title: 'О бюджете', place: undefined })).toEqual([['title', 'О бюджете']]);
});

test('numbered field names make one list', () => {
  const fields = [
    ['participant_ids[0]', '7'],
    ['participant_ids[1]', '8'],
  ] as const;
  expect(fromFormFields(body, fields)).toEqual({ participant_ids: ['7', '8'] });
});

test('a value that does not fit its type stays text, so the schema rejects it', () => {
  const read = fromFormFields(body, [
    ['is_blocked', 'да'],
    ['amount', 'много'],
  ]);
  expect(read).toEqual({ is_blocked: 'да', amount: 'много' });
  expect(body.safeParse({ title: '', ...read }).success).toBe(false);
});

test('names of Object.prototype are read as ordinary fields', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty[]'];
  const read = fromFormFields(
    body,
    names.map((name) => [name, 'x'] as const),
  );
  expect(Object.entries(read)).toEqual(names.map((name) => [name.replace('[]', ''), 'x']));
});
