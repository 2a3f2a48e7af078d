import { readPage } from '#src/data/read-page.ts';

/** State of the list in the address. */
export interface UsersPlace {
  page: number;
  search: string | undefined;
  withBlocked: boolean;
  /** Whether only those are listed who were never invited. */
  uninvited: boolean;
}

/**
 * Reads ?page=, ?search=, ?with_blocked=1, and ?uninvited=1 where the server would follow it. Invalid values are ignored.
 */
export function readUsersPlace(query: URLSearchParams, takesUninvited: boolean): UsersPlace {
  return {
    page: readPage(query),
    search: query.get('search')?.trim().slice(0, 200) || undefined,
    withBlocked: query.get('with_blocked') === '1',
    uninvited: takesUninvited && query.get('uninvited') === '1',
  };
}

/** Returns the query of an address; defaults are left out. */
export function usersQueryString({ page, search, withBlocked, uninvited }: UsersPlace): string {
  const query = new URLSearchParams();
  if (page > 1) query.set('page', String(page));
  if (search) query.set('search', search);
  if (withBlocked) query.set('with_blocked', '1');
  if (uninvited) query.set('uninvited', '1');
  const text = query.toString();
  return text ? `?${text}` : '';
}
