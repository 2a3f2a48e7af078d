import { type MutationState, needsPerson, type OutboxRow } from '../store/outbox-row.ts';

/** What is shown of a thing with queued mutations applied. */
export interface Unsent {
  /** The state that matters most to the person: one that waits for them before one that goes out by itself. */
  state: MutationState;
  /** The writes, for `basedOn` of the next one and for the way to the queue. */
  writes: string[];
}

/** A thing read from the server with queued mutations applied; `unsent` is undefined where there are none. */
export type Optimistic<T> = T & { unsent?: Unsent | undefined };

/** Notes these writes on a thing, beside those that it has already. */
export function withUnsent<T extends object>(thing: Optimistic<T>, rows: readonly OutboxRow[]): Optimistic<T> {
  if (rows.length === 0) return thing;
  const before = thing.unsent;
  const states = [...(before ? [before.state] : []), ...rows.map(({ state }) => state)];
  const state = order.find((each) => states.includes(each)) ?? 'waiting';
  return { ...thing, unsent: { state, writes: [...(before?.writes ?? []), ...rows.map(({ id }) => id)] } };
}

/** Takes out what a write deletes; what the server did not let go stays, and says so. */
export function withoutThing<T extends object>(
  things: Optimistic<T>[],
  row: OutboxRow,
  isIt: (thing: T) => boolean,
): Optimistic<T>[] {
  if (!needsPerson(row)) return things.filter((thing) => !isIt(thing));
  return things.map((thing) => (isIt(thing) ? withUnsent<T>(thing, [row]) : thing));
}

const order: readonly MutationState[] = ['failed', 'conflict', 'unsure', 'unnamed', 'waiting', 'sent'];
