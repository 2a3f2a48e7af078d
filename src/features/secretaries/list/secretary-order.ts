import { personName } from '#src/data/person/index.ts';
import { figureKeys, type Secretary } from './figures.ts';

export const orderKeys = ['name', ...figureKeys] as const;
export type OrderKey = (typeof orderKeys)[number];

/** What the list is sorted by. Names go from А to Я at first, figures from the greatest down. */
export interface Order {
  key: OrderKey;
  /** The other way round. */
  isTurned: boolean;
}

export const byName: Order = { key: 'name', isTurned: false };

/** What a press on a column's head asks for. */
export function nextOrder(order: Order, key: OrderKey): Order {
  return { key, isTurned: order.key === key && !order.isTurned };
}

/** Of a column: as `aria-sort` says it. */
export function sortDirection(order: Order, key: OrderKey): 'ascending' | 'descending' | 'none' {
  if (order.key !== key) return 'none';
  return (key === 'name') === order.isTurned ? 'descending' : 'ascending';
}

/** Sorted; who has no such figure comes last, of equals each keeps their place. */
export function inOrder(secretaries: readonly Secretary[], { key, isTurned }: Order): Secretary[] {
  const turn = isTurned ? -1 : 1;
  return [...secretaries].sort((a, b) => {
    if (key === 'name') return turn * personName(a).localeCompare(personName(b), 'ru');
    const [one, other] = [a[key], b[key]];
    if (typeof one !== 'number' || typeof other !== 'number')
      return Number(typeof one !== 'number') - Number(typeof other !== 'number');
    return turn * (other - one);
  });
}
