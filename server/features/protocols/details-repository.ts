import { asc, eq, inArray } from 'drizzle-orm';
import type { Member } from '#contract/member.ts';
import type { Task } from '#contract/task.ts';
import type { Db } from '#server/db/database.ts';
import { users } from '#server/db/schema/people.ts';
import { members, tasks } from '#server/db/schema/work.ts';

/** The protocol's tasks in the order they were given. */
export async function tasksOf(db: Db, protocolId: string): Promise<Task[]> {
  const rows = await db
    .select()
    .from(tasks)
    .where(eq(tasks.protocolId, protocolId))
    .orderBy(asc(tasks.createdAt), asc(tasks.id));
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    title: row.title,
    protocol_id: row.protocolId,
    agenda_id: row.agendaId,
    assignee_id: row.assigneeId,
    due_at: row.dueAt,
    evidence: row.evidence,
    origin: row.origin,
  }));
}

/** Who took part, in the order they were added, named as the protocol names them. */
export async function membersOf(db: Db, protocolId: string): Promise<Member[]> {
  const rows = await db
    .select({ member: members, user: users })
    .from(members)
    .innerJoin(users, eq(users.id, members.memberId))
    .where(eq(members.protocolId, protocolId))
    .orderBy(asc(members.createdAt), asc(members.id));
  return rows.map(({ member, user }) => ({
    id: member.id,
    member_id: member.memberId,
    name: user.name,
    position: member.position ?? user.position,
    organization: member.organization ?? user.organization,
    kind: member.kind,
  }));
}

/** How these people are named today. */
export async function peopleBy(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: users.id, name: users.name, position: users.position, organization: users.organization })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
}
