import type { Member } from '#contract/member.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';
import { createMember, deleteMember } from './member-writes.ts';
import { type Laid, withoutThing, withUnsent } from './unsent.ts';
import { variablesOf } from './write-kind.ts';

/** There is one of these: who was it before is present from then. */
const single = new Set(['chairman', 'secretary']);

/** The members of one protocol as they are once all that is unsent has arrived. */
export function layMembers(members: readonly Member[], protocolId: string, rows: readonly OutboxRow[]): Laid<Member>[] {
  let laid: Laid<Member>[] = [...members];
  for (const row of rows) {
    const made = variablesOf(createMember, row);
    if (made?.protocolId === protocolId && !laid.some(({ member_id }) => member_id === made.people[0].id)) {
      const { id, kind, people } = made;
      const before = single.has(kind)
        ? laid.map((member) => (member.kind === kind ? { ...member, kind: 'present' as const } : member))
        : laid;
      const member: Member = { id, member_id: people[0].id, name: people[0].name, kind };
      laid = [...before, withUnsent<Member>(member, [row])];
    }
    const gone = variablesOf(deleteMember, row);
    if (gone?.protocolId === protocolId) laid = withoutThing(laid, row, (each) => isSame(each, gone.member));
  }
  return laid;
}

function isSame(one: Pick<Member, 'id' | 'member_id'>, other: Pick<Member, 'id' | 'member_id'>): boolean {
  return (one.id ?? one.member_id) === (other.id ?? other.member_id);
}
