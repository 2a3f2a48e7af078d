import type { MutationState, OutboxRow } from '../store/outbox-row.ts';

/** What is shown of an entity with queued mutations applied. */
export interface Unsent {
  /** The state that matters most to the person: one that waits for them before one that goes out by itself. */
  state: MutationState;
  /** The ids of the mutations, for `basedOn` of the next one and for the way to the queue. */
  writes: string[];
}

/** An entity read from the server with queued mutations applied; `unsent` is undefined where there are none. */
export type Optimistic<T> = T & { unsent?: Unsent | undefined };

/** Marks an entity as changed by these mutations, beside those that it is marked with already. */
export function withUnsent<T extends object>(entity: Optimistic<T>, rows: readonly OutboxRow[]): Optimistic<T> {
  if (rows.length === 0) return entity;
  const before = entity.unsent;
  const states = [...(before ? [before.state] : []), ...rows.map(({ state }) => state)];
  const state = order.find((each) => states.includes(each)) ?? 'waiting';
  const writes = new Set([...(before?.writes ?? []), ...rows.map(({ id }) => id)]);
  return { ...entity, unsent: { state, writes: [...writes] } };
}

const order: readonly MutationState[] = ['failed', 'conflict', 'unsure', 'unnamed', 'waiting', 'sent'];
