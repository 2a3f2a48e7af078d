/** What the address of the list says. */
export interface UsersPlace {
  page: number;
  search: string | undefined;
  withBlocked: boolean;
}

/** ?page=, ?search=, ?with_blocked=1. What makes no sense counts as absent. */
export function readUsersPlace(query: URLSearchParams): UsersPlace {
  const page = Number(query.get('page'));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    search: query.get('search')?.trim().slice(0, 200) || undefined,
    withBlocked: query.get('with_blocked') === '1',
  };
}

/** The query of an address; what is the default is left out. */
export function usersQueryString({ page, search, withBlocked }: UsersPlace): string {
  const query = new URLSearchParams();
  if (page > 1) query.set('page', String(page));
  if (search) query.set('search', search);
  if (withBlocked) query.set('with_blocked', '1');
  const text = query.toString();
  return text ? `?${text}` : '';
}
