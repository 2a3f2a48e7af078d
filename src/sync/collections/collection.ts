import type { QueryKey } from '@tanstack/react-query';
import type { OutboxRow } from '../store/outbox-row.ts';
import type { EntityType } from './change.ts';

/** A place in which a collection is shown. */
export interface Place<F = unknown> {
  /** The entity that a list belongs to: the protocol of members. */
  parent?: string | undefined;
  /** The filter of the request for the list. */
  filter?: F | undefined;
}

/** How a cached query holds entities: as a list, a page, one entity, or a list in a field of another entity. */
export interface Holding<F = unknown> extends Place<F> {
  field?: string;
}

/** An entity of the server that a mutation may have created. */
export interface Candidate {
  id: string;
  title: string;
  note?: string | undefined;
}

/**
 * Describes how the entities of one type are listed. The same description serves the screens while a mutation is
 * queued, and the cache once the server has taken it.
 */
export interface Collection<T extends object, F = unknown> {
  entity: EntityType<T>;
  idOf(entity: T): string | undefined;
  /** Whether two entities are the same although their ids differ, such as a person who is a member already. */
  isSame?(one: T, other: T): boolean;
  /** How the cached query under this key holds entities of the type; undefined where it does not. */
  holding(key: QueryKey): Holding<F> | undefined;
  /** Returns the key of the queries that show only this entity: they are removed together with it. */
  keyOf?(id: string): QueryKey;
  /** Whether the entity belongs in a list with this `filter`. `isListed`: it is in the list that was read. */
  matches?(entity: T, filter: F | undefined, isListed: boolean): boolean;
  /** Returns a list with a new entity inserted where the server puts it; at the end by default. */
  insert?(list: readonly T[], entity: T): T[];
  /** Returns a page in the order of the server; without this function a new entity stays at the top. */
  sort?(list: readonly T[], filter: F | undefined): T[];
  /** The address of the screen on which a queued mutation of it is edited; undefined where there is none. */
  address?(row: Pick<OutboxRow, 'kind' | 'scope' | 'state'>): string | undefined;
  /** Fetches the entities that a mutation may have created, for a person to choose from. */
  candidates?(row: OutboxRow, signal: AbortSignal): Promise<Candidate[]>;
}

/** Infers the types of a description. */
export function defineCollection<T extends object, F = unknown>(collection: Collection<T, F>): Collection<T, F> {
  return collection;
}
