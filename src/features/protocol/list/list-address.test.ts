import { expect, test } from 'vitest';
import { listQueryString, readListPlace, readListTab } from './list-address.ts';

test('a place is the same after writing and reading its address', () => {
  const place = { page: 3, search: 'смета', stage: 'final' } as const;
  expect(readListPlace(new URLSearchParams(listQueryString(place)))).toEqual(place);
});

test('the first page needs no query', () => {
  expect(listQueryString({ page: 1 })).toBe('');
});

test.each(['?page=0', '?page=-1', '?page=abc', '?page=1.5', '?stage=nothing', '?search=%20'])(
  '%s is the first page',
  (query) => {
    expect(readListPlace(new URLSearchParams(query))).toEqual({ page: 1, search: undefined, stage: undefined });
  },
);

test('the tab of the tasks is in the address too', () => {
  const query = listQueryString({ page: 2, search: 'смета', status: 'overdue' }, 'tasks');
  expect(query).toBe('?tab=tasks&page=2&search=%D1%81%D0%BC%D0%B5%D1%82%D0%B0&status=overdue');
  expect(readListPlace(new URLSearchParams(query)).status).toBe('overdue');
  expect(readListPlace(new URLSearchParams('?status=late')).status).toBeUndefined();
  expect(readListTab(new URLSearchParams(query))).toBe('tasks');
  expect(readListTab(new URLSearchParams('?tab=odd'))).toBe('protocols');
});
