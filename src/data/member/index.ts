// Members of a protocol.

export { memberCollection, memberKey, membersQuery } from './collection.ts';
export {
  createMember,
  deleteMember,
  type MemberMark,
  type MemberPerson,
  markMember,
  memberMutations,
  updateMember,
} from './mutations.ts';
