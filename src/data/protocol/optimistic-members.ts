import type { Member, MemberKind } from '#contract/member.ts';
import { createMember, deleteMember, updateMember } from '#src/data/member/index.ts';
import { type Optimistic, type OutboxRow, variablesOf, withoutThing, withUnsent } from '#src/sync/index.ts';

/** There is one of these: who was it before is present from then. */
const single = new Set<MemberKind>(['chairman', 'secretary']);

/** The members of one protocol as they are once all that is unsent has arrived. */
export function applyToMembers(
  members: readonly Member[],
  protocolId: string,
  rows: readonly OutboxRow[],
): Optimistic<Member>[] {
  let optimistic: Optimistic<Member>[] = [...members];
  for (const row of rows) {
    const made = variablesOf(createMember, row);
    if (made?.protocolId === protocolId && !optimistic.some(({ member_id }) => member_id === made.people[0].id)) {
      const { id, kind, people } = made;
      const member: Member = { id, member_id: people[0].id, name: people[0].name, kind };
      optimistic = [...withoutFormer(optimistic, kind), withUnsent<Member>(member, [row])];
    }
    const change = variablesOf(updateMember, row);
    if (change?.protocolId === protocolId)
      optimistic = withKind(optimistic, (each) => isSame(each, change.member), change.kind, row);
    const gone = variablesOf(deleteMember, row);
    if (gone?.protocolId === protocolId)
      optimistic = withoutThing(optimistic, row, (each) => isSame(each, gone.member));
  }
  return optimistic;
}

/** Who sits in the chair once this write has arrived. */
export function applyToChairman(chairmanId: string | null | undefined, protocolId: string, row: OutboxRow) {
  const change = variablesOf(updateMember, row);
  const seat = change ?? variablesOf(createMember, row);
  if (seat?.protocolId !== protocolId) return chairmanId;
  const person = seat.people[0].id;
  if (seat.kind === 'chairman') return person;
  return change && chairmanId === person ? null : chairmanId;
}

function withKind(
  members: Optimistic<Member>[],
  isIt: (member: Member) => boolean,
  kind: MemberKind,
  row: OutboxRow,
): Optimistic<Member>[] {
  const changed = members.find(isIt);
  if (!changed) return members;
  return withoutFormer(members, kind, changed).map((member) =>
    member === changed ? withUnsent<Member>({ ...member, kind }, [row]) : member,
  );
}

/** The others, whoever of them had the one place of this kind being merely present. */
function withoutFormer(members: Optimistic<Member>[], kind: MemberKind, next?: Member): Optimistic<Member>[] {
  if (!single.has(kind)) return members;
  return members.map((member) =>
    member.kind === kind && member !== next ? { ...member, kind: 'present' as const } : member,
  );
}

function isSame(one: Pick<Member, 'id' | 'member_id'>, other: Pick<Member, 'id' | 'member_id'>): boolean {
  return (one.id ?? one.member_id) === (other.id ?? other.member_id);
}
