import type { Call } from '#contract/call.ts';
import type { Join } from '../outbox/join.ts';
import type { Rebase } from '../outbox/rebase.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import type { Mutation } from './mutation.ts';
import { requestOf } from './mutation.ts';
import { mutationNamed } from './registry.ts';

/** How a queued row follows an earlier one that changed, by the description of its mutation. */
export const rebaseQueued: Rebase = (later, was, now) => {
  const mutation = mutationNamed(later.kind);
  const variables: unknown = mutation?.rebase?.(later.variables, was, now);
  return mutation && variables ? rewritten(mutation, later, variables) : variables === null ? null : undefined;
};

/**
 * Makes one row of the last one of its subject and of a later mutation, by their description. Only what the person saw is
 * joined.
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

/** What a queued row becomes when it is made from these variables. */
function rewritten<V, C extends Call>(mutation: Mutation<V, C>, { request: before }: OutboxRow, variables: V) {
  const prepared = mutation.prepare(variables);
  const request = requestOf(mutation, prepared);
  const version = before.body?.version;
  // The version that it goes with may have moved on since it was made.
  const body = request.body && { ...request.body, ...(version === undefined ? {} : { version }) };
  return {
    variables,
    request: { ...request, ...(body ? { body } : {}) },
    title: prepared.title,
    brings: prepared.addedIds,
  };
}
