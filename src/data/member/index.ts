// Members of a protocol.

export { memberCollection, membersQuery } from './collection.ts';
export { createMember, deleteMember, memberMutations, updateMember } from './mutations.ts';
