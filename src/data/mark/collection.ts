import type { Mark } from '#contract/protocols/mark.ts';
import { entities } from '#src/data/entities.ts';
import { addressOfMutation } from '#src/data/protocol-scope.ts';
import { defineCollection } from '#src/sync/index.ts';

/** Marks are read with their protocol, in the order of time. */
export const markCollection = defineCollection<Mark>({
  entity: entities.mark,
  idOf: ({ id }) => id,
  holding: ([name, protocolId, ...rest]) =>
    name === 'protocol' && rest.length === 0 ? { field: 'marks', parent: String(protocolId) } : undefined,
  insert: (marks, mark) => [...marks, mark].sort((one, other) => one.at - other.at),
  address: addressOfMutation,
});
