import type { Call } from '#contract/call.ts';
import type { Join, Rebase } from '../outbox/rebase.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import { type Mutation, requestOf } from './mutation.ts';
import { mutationNamed } from './registry.ts';

/** Adapts a queued row to an earlier one that changed, as its mutation describes. */
export const rebaseQueued: Rebase = (later, was, now) => {
  const mutation = mutationNamed(later.kind);
  const variables: unknown = mutation?.rebase?.(later.variables, was, now);
  return mutation && variables ? rewritten(mutation, later, variables) : variables === null ? null : undefined;
};

/**
 * Joins a later mutation to the last row of the same subject, as their mutation describes. Only a row that the person
 * saw is joined.
 * @param basedOn ids of the queued mutations that the person saw
 */
export function joinQueued<V, C extends Call>(
  mutation: Mutation<V, C>,
  variables: V,
  basedOn: readonly string[],
): Join {
  return (last) => {
    if (last.kind !== mutation.name || !basedOn.includes(last.id)) return undefined;
    // A row with the name of a mutation was made by that mutation.
    const joined = mutation.join?.(last.variables as V, variables);
    return joined && rewritten(mutation, last, joined);
  };
}

/** Returns a queued row made again from these variables. */
function rewritten<V, C extends Call>(mutation: Mutation<V, C>, { request: before }: OutboxRow, variables: V) {
  const prepared = mutation.prepare(variables);
  const request = requestOf(mutation, prepared);
  const version = before.body?.version;
  // The version in the row may have moved on since it was created.
  const body = request.body && { ...request.body, ...(version === undefined ? {} : { version }) };
  return {
    variables,
    request: { ...request, ...(body ? { body } : {}) },
    title: prepared.title,
    brings: prepared.addedIds,
  };
}
