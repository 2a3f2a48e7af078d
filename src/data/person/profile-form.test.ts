import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { profileChange, profileForm, profileOf } from './profile-form.ts';

const known = { id: '7', name: 'Петрова Анна', position: 'секретарь', phone: null };

test('a change has only the changed fields, and null for an emptied one', () => {
  const form = { ...profileOf(known), name: 'Петрова Анна Андреевна', position: '' };
  expect(profileChange(known, form)).toEqual({ name: 'Петрова Анна Андреевна', position: null });
});

test('an unchanged form gives an empty change, also where nothing is known', () => {
  expect(profileChange(known, profileOf(known))).toEqual({});
  expect(profileChange({ id: '7' }, profileOf({ id: '7' }))).toEqual({});
});

test('a name is required, spaces around it are removed', () => {
  expect(z.safeParse(profileForm, profileOf({})).error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['name'], 'Поле обязательно для заполнения'],
  ]);
  expect(z.parse(profileForm, { ...profileOf(known), name: ' Анна ' }).name).toBe('Анна');
});
