// @vitest-environment jsdom
import { expect, test } from 'vitest';
import '#src/app/registry.ts';
import { unsentRow } from '#tests/support/unsent-row.ts';
import { applyToProfile, unsentProfile, updateProfile } from './mutations.ts';

const anna = { id: '7', name: 'Петрова Анна', position: 'секретарь', avatar_url: '/avatar' };
const photo = new File(['png'], 'я.png');
const blank = { id: '7', change: {}, picture: 'keep', whole: {} } as const;

test('unsent fields are applied to the fetched profile, the latest of each', () => {
  const first = unsentRow(updateProfile, { ...blank, change: { name: 'Смирнова Анна', position: null } });
  const second = unsentRow(updateProfile, { ...blank, change: { name: 'Смирнова А. А.' } });
  expect(applyToProfile(anna, [first, second])).toEqual({
    ...{ ...anna, name: 'Смирнова А. А.', position: null },
    unsent: { state: 'waiting', writes: [first.id, second.id] },
  });
  expect(unsentProfile([first, second])).toEqual({ name: 'Смирнова А. А.', position: null });
});

test('an unsent photo replaces the stored one; a removed one is gone', () => {
  const row = unsentRow(updateProfile, { ...blank, picture: photo });
  expect(applyToProfile(anna, [row]).photo).toEqual({ write: row.id, file: photo });
  const removed = unsentRow(updateProfile, { ...blank, picture: 'remove' });
  expect(applyToProfile(anna, [row, removed])).toMatchObject({ avatar_url: null, photo: undefined });
});

test('an unsent change is not applied to another person', () => {
  expect(applyToProfile({ id: '8' }, [unsentRow(updateProfile, { ...blank, change: { name: 'Я' } })])).toEqual({
    id: '8',
  });
});

test('the body has only the change; all other known fields are kept beside it for a provider that takes a body for the whole', () => {
  const { body, whole } = updateProfile.prepare({ ...blank, change: { phone: '1' }, whole: { name: 'Анна', room: 5 } });
  expect([body, whole]).toEqual([{ phone: '1' }, { name: 'Анна', room: 5 }]);
  expect(updateProfile.prepare({ ...blank, change: { phone: '1' }, picture: 'remove' }).body).toEqual({
    phone: '1',
    avatar_url: null,
  });
});
