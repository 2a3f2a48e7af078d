import { asc, eq } from 'drizzle-orm';
import type { Member } from '#contract/bodies/member.ts';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { members } from '#server/schema/work.ts';

/** Returns the members of a protocol in the order in which they were added, named as in the protocol. */
export async function membersOf(db: Db, protocolId: string): Promise<Member[]> {
  const rows = await db
    .select({ member: members, user: users })
    .from(members)
    .leftJoin(users, eq(users.id, members.memberId))
    .where(eq(members.protocolId, protocolId))
    .orderBy(asc(members.createdAt), asc(members.id));
  return rows.map(({ member, user }) => ({
    id: member.id,
    member_id: member.memberId,
    name: user?.name ?? member.name,
    position: member.position ?? user?.position ?? null,
    organization: member.organization ?? user?.organization ?? null,
    kind: member.kind,
    attendance: member.attendance,
  }));
}
