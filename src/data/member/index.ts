// Members of a protocol.

export { createMember, deleteMember, memberMutations, updateMember } from './mutations.ts';
export { membersQuery } from './queries.ts';
