import type { QueryKey } from '@tanstack/react-query';
import type { OutboxRow } from '../store/outbox-row.ts';
import type { EntityType } from './change.ts';

/** What is shown of a collection in one place. */
export interface Place<F = unknown> {
  /** The entity that a list belongs to: the protocol of members. */
  parent?: string | undefined;
  /** What the list was asked for with. */
  filter?: F | undefined;
}

/** How a cached query holds entities: as a list, a page, one entity, or a list in a field of another entity. */
export interface Holding<F = unknown> extends Place<F> {
  field?: string;
}

/** An entity that the server has and that may be what a mutation created. */
export interface Candidate {
  id: string;
  title: string;
  note?: string | undefined;
}

/**
 * How the entities of one type are listed. One description serves what is shown while a mutation is queued and the cache
 * after the server took it.
 */
export interface Collection<T extends object, F = unknown> {
  entity: EntityType<T>;
  idOf(entity: T): string | undefined;
  /** Whether two are the same where ids do not tell, such as a person who is a member already. */
  isSame?(one: T, other: T): boolean;
  /** How the cached query under this key holds entities of the type; undefined where it does not. */
  holding(key: QueryKey): Holding<F> | undefined;
  /** Cached queries under this key show nothing but the entity: they go with it. */
  keyOf?(id: string): QueryKey;
  /** Whether a list that was asked for with `filter` has it. `isListed`: the list that was read has it. */
  matches?(entity: T, filter: F | undefined, isListed: boolean): boolean;
  /** A list with a new one where the server puts it; at the end by default. */
  insert?(list: readonly T[], entity: T): T[];
  /** A page in the order of the server; without it a new one stays at the top. */
  sort?(list: readonly T[], filter: F | undefined): T[];
  /** The address of the screen on which a queued mutation of it is edited; undefined where there is none. */
  address?(row: Pick<OutboxRow, 'kind' | 'scope' | 'state'>): string | undefined;
  /** Reads what the server has that a mutation may have created, for a person to choose from. */
  candidates?(row: OutboxRow, signal: AbortSignal): Promise<Candidate[]>;
}

/** Infers the types of a description. */
export function defineCollection<T extends object, F = unknown>(collection: Collection<T, F>): Collection<T, F> {
  return collection;
}
