import type { Call } from '#contract/call.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import type { SomeChange } from './change.ts';
import type { Collection } from './collection.ts';
import type { Mutation } from './mutation.ts';

// A mutation belongs with its variables and a collection with its entities, but a lookup by the name in a queued row or
// a change cannot know their types.
// biome-ignore lint/suspicious/noExplicitAny: of any variables
type AnyMutation = Mutation<any, Call>;
// biome-ignore lint/suspicious/noExplicitAny: of any entities
type AnyCollection = Collection<any, any>;

const mutations = new Map<string, AnyMutation>();
const collections = new Map<string, AnyCollection>();

/**
 * Registers the mutations and collections of the product. A queued row of an unknown mutation changes nothing shown.
 */
export function register(described: {
  mutations: readonly AnyMutation[];
  collections: readonly AnyCollection[];
}): void {
  for (const mutation of described.mutations) mutations.set(mutation.name, mutation);
  for (const collection of described.collections) collections.set(collection.entity.name, collection);
}

/** The description of the mutation with this name. */
export function mutationNamed(name: string): AnyMutation | undefined {
  return mutations.get(name);
}

/** The description of the entities with this name. */
export function collectionNamed(name: string): AnyCollection | undefined {
  return collections.get(name);
}

/** The collection that a queued mutation is of: its name begins with that of the entity. */
export function collectionOf({ kind }: Pick<OutboxRow, 'kind'>): AnyCollection | undefined {
  return collections.get(kind.split('.')[0] ?? '');
}

const changesByRow = new WeakMap<OutboxRow, readonly SomeChange[]>();

/** Returns the changes of a queued mutation, in their order. */
export function changesOf(row: OutboxRow): readonly SomeChange[] {
  const known = changesByRow.get(row) ?? mutations.get(row.kind)?.changes(row.variables, undefined) ?? [];
  changesByRow.set(row, known);
  return known;
}
