import { byName, type Order, orderKeys } from './list/secretary-order.ts';
import { isWholeDay, type Period, readPeriod, writePeriod } from './period/period.ts';

export type SecretariesView = 'list' | 'charts';

/**
 * State of the screen in the address: its view, the chosen secretary with a day, the search and the order of the list,
 * and the period.
 */
export interface SecretariesPlace {
  view: SecretariesView;
  id: string | undefined;
  /** Day for which the tasks of the chosen secretary are counted, YYYY-MM-DD; undefined is today. */
  day: string | undefined;
  search: string | undefined;
  order: Order;
  period: Period;
}

/** Reads `?view=`, `?id=` with `&day=`, `?search=`, `?sort=` with `&order=turned`, and the period. */
export function readSecretariesPlace(query: URLSearchParams): SecretariesPlace {
  const day = query.get('day');
  const key = orderKeys.find((known) => known === query.get('sort')) ?? byName.key;
  return {
    view: query.get('view') === 'charts' ? 'charts' : 'list',
    id: query.get('id') || undefined,
    day: isWholeDay(day) ? day : undefined,
    search: query.get('search')?.trim().slice(0, 200) || undefined,
    order: { key, isTurned: query.get('order') === 'turned' },
    period: readPeriod(query),
  };
}

/** Returns the address of a place; defaults are left out. */
export function secretariesAddress({ view, id, day, search, order, period }: SecretariesPlace): string {
  const query = new URLSearchParams();
  if (view !== 'list') query.set('view', view);
  if (id) query.set('id', id);
  if (id && day) query.set('day', day);
  if (search) query.set('search', search);
  if (order.key !== byName.key) query.set('sort', order.key);
  if (order.isTurned) query.set('order', 'turned');
  writePeriod(query, period);
  const text = query.toString();
  return `/main/secretaries${text ? `?${text}` : ''}`;
}
