import { byName, type Order, orderKeys } from './list/secretary-order.ts';
import { type Period, readPeriod, writePeriod } from './period/period.ts';

export type SecretariesView = 'list' | 'charts';

/** What the address says: the part of the screen, who is looked at, which names are shown in which order, which days count. */
export interface SecretariesPlace {
  view: SecretariesView;
  id: string | undefined;
  search: string | undefined;
  order: Order;
  period: Period;
}

/** Reads `?view=`, `?id=`, `?search=`, `?sort=` with `&order=turned`, and the period. */
export function readSecretariesPlace(query: URLSearchParams): SecretariesPlace {
  const key = orderKeys.find((known) => known === query.get('sort')) ?? byName.key;
  return {
    view: query.get('view') === 'charts' ? 'charts' : 'list',
    id: query.get('id') || undefined,
    search: query.get('search')?.trim().slice(0, 200) || undefined,
    order: { key, isTurned: query.get('order') === 'turned' },
    period: readPeriod(query),
  };
}

/** The address of a place; what is as usual is left out. */
export function secretariesAddress({ view, id, search, order, period }: SecretariesPlace): string {
  const query = new URLSearchParams();
  if (view !== 'list') query.set('view', view);
  if (id) query.set('id', id);
  if (search) query.set('search', search);
  if (order.key !== byName.key) query.set('sort', order.key);
  if (order.isTurned) query.set('order', 'turned');
  writePeriod(query, period);
  const text = query.toString();
  return `/main/secretaries${text ? `?${text}` : ''}`;
}
