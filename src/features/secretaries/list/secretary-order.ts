import { personName } from '#src/data/person/index.ts';
import { figureKeys, type Secretary } from './figures.ts';

export const orderKeys = ['name', ...figureKeys] as const;
export type OrderKey = (typeof orderKeys)[number];

/** Sort order of the list: by default names from А to Я, figures from the greatest down. */
export interface Order {
  key: OrderKey;
  /** Whether the default direction is reversed. */
  isTurned: boolean;
}

export const byName: Order = { key: 'name', isTurned: false };

/** Returns the order after a press on the head of a column. */
export function nextOrder(order: Order, key: OrderKey): Order {
  return { key, isTurned: order.key === key && !order.isTurned };
}

/** Returns the `aria-sort` of a column. */
export function sortDirection(order: Order, key: OrderKey): 'ascending' | 'descending' | 'none' {
  if (order.key !== key) return 'none';
  return (key === 'name') === order.isTurned ? 'descending' : 'ascending';
}

/** Returns the secretaries sorted; those without the figure come last, equal ones keep their order. */
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
