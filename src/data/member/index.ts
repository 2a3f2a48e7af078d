// Members of a protocol.

export { createMember, deleteMember, memberWrites, updateMember } from './mutations.ts';
export { membersQuery } from './queries.ts';
