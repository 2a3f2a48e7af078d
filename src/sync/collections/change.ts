import type { MutationState, OutboxRow } from '../store/outbox-row.ts';

/** The queued mutations of an entity, as screens show them. */
export interface Unsent {
  /** The state that matters most to the person: one that waits for their decision before one that is sent by itself. */
  state: MutationState;
  /** The ids of the mutations, for `basedOn` of the next one and for the link to the queue. */
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

/** The context in which a change is applied. */
export interface ChangeContext {
  /** The queued mutation that it comes from; undefined once the server has it. */
  row: OutboxRow | undefined;
  /** Marks a part of the entity as unsent, as long as the change is unsent. */
  mark<P extends object>(part: Optimistic<P>): Optimistic<P>;
}

/** An id, or a predicate that picks the entities; null and undefined pick none. */
type Which<T> = string | null | undefined | ((entity: T) => boolean);

interface AnyChange<T> {
  /** The name of the entity type. */
  entity: string;
  which: Which<T>;
}

export interface Creation<T> extends AnyChange<T> {
  kind: 'create';
  make(context: ChangeContext): T;
  /** Id of the entity whose lists the new one belongs to: a member belongs to the lists of its protocol. */
  parent?: string | undefined;
  /** Changes the other entities of a list that it enters: the former chairman becomes present. */
  others?: ((entity: T) => T) | undefined;
}

interface Update<T> extends AnyChange<T> {
  kind: 'update';
  apply(entity: T, context: ChangeContext): T;
  /** The entity as the person saw it, where the change can bring it into another list, or out of this one. */
  base?: T | undefined;
  /** Changes the other entities of a list that contains it. */
  others?: ((entity: T) => T) | undefined;
  /** Restricts the change to lists of this parent. */
  parent?: string | undefined;
  /** Whether no mark is added: `apply` marks the unsent parts itself, or the change is that of another entity. */
  isUnmarked?: boolean | undefined;
}

interface Removal<T> extends AnyChange<T> {
  kind: 'remove';
  parent?: string | undefined;
  /** It is removed together with its parent: the parent's own lists are not shown any more, or stay as they are. */
  isWithParent?: boolean | undefined;
}

/**
 * A change of the counts that a page shows of this entity, caused by a mutation of another one. It is applied only to
 * pages that were read before the server had the mutation, and never to the cache: a count that was read later includes
 * it.
 */
interface Count<T> extends AnyChange<T> {
  kind: 'count';
  apply(entity: T): T;
  /** The other entity is removed; as long as the server refuses the removal, it is still counted. */
  isRemoval?: boolean | undefined;
  isUnmarked?: boolean | undefined;
}

/** An effect of a mutation on one entity, or on all that `which` picks. */
export type Change<T> = Creation<T> | Update<T> | Removal<T> | Count<T>;

// The entity types of a mutation's changes are told apart by their names alone.
// biome-ignore lint/suspicious/noExplicitAny: each change is of an entity type of its own
export type SomeChange = Change<any>;

/** A type of entity: its name, and the constructors of the changes that mutations describe. */
export interface EntityType<T> {
  name: string;
  create(id: string, make: Creation<T>['make'], rest?: Pick<Creation<T>, 'parent' | 'others'>): Creation<T>;
  update(
    which: Which<T>,
    apply: Update<T>['apply'],
    rest?: Pick<Update<T>, 'base' | 'parent' | 'others' | 'isUnmarked'>,
  ): Update<T>;
  remove(which: Which<T>, rest?: Pick<Removal<T>, 'parent' | 'isWithParent'>): Removal<T>;
  count(which: Which<T>, apply: Count<T>['apply'], rest?: Pick<Count<T>, 'isRemoval' | 'isUnmarked'>): Count<T>;
}

/** Defines a type of entity. */
export function entityType<T>(name: string): EntityType<T> {
  return {
    name,
    create: (which, make, rest) => ({ kind: 'create', entity: name, which, make, ...rest }),
    update: (which, apply, rest) => ({ kind: 'update', entity: name, which, apply, ...rest }),
    remove: (which, rest) => ({ kind: 'remove', entity: name, which, ...rest }),
    count: (which, apply, rest) => ({ kind: 'count', entity: name, which, apply, ...rest }),
  };
}
