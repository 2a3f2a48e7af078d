import { byName, type Order, orderKeys } from './list/secretary-order.ts';
import { isWholeDay } from './period/own-range.ts';
import { type Period, readPeriod, writePeriod } from './period/period.ts';

export type SecretariesView = 'list' | 'charts';

/**
 * What the address says: the part of the screen, who is looked at and on which day, which names are shown in which order,
 * which days count.
 */
export interface SecretariesPlace {
  view: SecretariesView;
  id: string | undefined;
  /** The day whose tasks are counted of the one who is looked at, YYYY-MM-DD; undefined is today. */
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

/** The address of a place; what is as usual is left out. */
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
