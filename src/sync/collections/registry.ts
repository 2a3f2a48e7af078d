import type { Call } from '#contract/call.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import type { SomeChange } from './change.ts';
import type { Collection } from './collection.ts';
import type { Mutation } from './mutation.ts';

// A mutation and its variables, a collection and its entities belong together: who finds one by the name that a queued
// row or a change carries may hand the other over.
// biome-ignore lint/suspicious/noExplicitAny: of any variables
type AnyMutation = Mutation<any, Call>;
// biome-ignore lint/suspicious/noExplicitAny: of any entities
type AnyCollection = Collection<any, any>;

const mutations = new Map<string, AnyMutation>();
const collections = new Map<string, AnyCollection>();

/** Hands in what the product's nouns describe. A queued row of a mutation that is not registered changes nothing shown. */
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

/** What a queued mutation does, in its order. */
export function changesOf(row: OutboxRow): readonly SomeChange[] {
  const known = changesByRow.get(row) ?? mutations.get(row.kind)?.changes(row.variables, undefined) ?? [];
  changesByRow.set(row, known);
  return known;
}
