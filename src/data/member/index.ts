// Members of a protocol.

export { memberCollection } from './collection.ts';
export { createMember, deleteMember, memberMutations, updateMember } from './mutations.ts';
export { membersQuery } from './queries.ts';
