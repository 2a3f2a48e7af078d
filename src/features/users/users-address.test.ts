import { expect, test } from 'vitest';
import { readUsersPlace, usersQueryString } from './users-address.ts';

const read = (text: string) => readUsersPlace(new URLSearchParams(text), true);

test('an address names a page, a search and whether the blocked are shown', () => {
  expect(read('page=3&search=%D0%BE%D1%80%D0%BB&with_blocked=1')).toEqual({
    page: 3,
    search: 'орл',
    withBlocked: true,
    uninvited: false,
  });
  expect(read('uninvited=1')).toMatchObject({ uninvited: true });
  expect(readUsersPlace(new URLSearchParams('uninvited=1'), false)).toMatchObject({ uninvited: false });
  expect(read('')).toEqual({ page: 1, search: undefined, withBlocked: false, uninvited: false });
});

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1e9', 'search=%20', 'with_blocked=yes'])(
  'an invalid parameter counts as absent: %s',
  (text) => expect(read(text)).toEqual({ page: 1, search: undefined, withBlocked: false, uninvited: false }),
);

test('a place is the same after writing and reading its address', () => {
  const place = { page: 2, search: 'a&b', withBlocked: true, uninvited: true };
  expect(read(usersQueryString(place))).toEqual(place);
  expect(usersQueryString({ page: 1, search: undefined, withBlocked: false, uninvited: false })).toBe('');
});
