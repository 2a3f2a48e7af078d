import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/index.ts';
import { bodies, bodyMembers } from '#server/schema/bodies.ts';
import { meetingParticipants, meetingSeries, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { members, tasks } from '#server/schema/work.ts';
import type { Actor } from './policy.ts';

/**
 * Returns whether somebody whom the actor is not responsible for works with this person: their protocols, meetings,
 * bodies or tasks name the person, and mails about them go to the account's e-mail.
 */
export async function isNamedElsewhere(db: Db, actor: Actor, personId: string): Promise<boolean> {
  const theirs = db.select({ id: users.id }).from(users).where(eq(users.managerId, actor.id));
  const elsewhere = (owner: PgColumn, names: SQL | undefined) =>
    and(names, sql`${owner} <> ${actor.id}`, actor.role === 'manager' ? notInArray(owner, theirs) : undefined);
  const found = { found: sql<number>`1` };
  const rows = await unionAll(
    db
      .select(found)
      .from(members)
      .innerJoin(protocols, eq(protocols.id, members.protocolId))
      .where(elsewhere(protocols.ownerId, eq(members.memberId, personId))),
    db
      .select(found)
      .from(protocols)
      .where(elsewhere(protocols.ownerId, eq(protocols.chairmanId, personId))),
    db
      .select(found)
      .from(tasks)
      .where(elsewhere(tasks.ownerId, eq(tasks.assigneeId, personId))),
    db
      .select(found)
      .from(meetingParticipants)
      .innerJoin(meetings, eq(meetings.id, meetingParticipants.meetingId))
      .where(elsewhere(meetings.ownerId, eq(meetingParticipants.userId, personId))),
    db
      .select(found)
      .from(bodyMembers)
      .innerJoin(bodies, eq(bodies.id, bodyMembers.bodyId))
      .where(elsewhere(bodies.ownerId, eq(bodyMembers.userId, personId))),
    db
      .select(found)
      .from(meetingSeries)
      .where(elsewhere(meetingSeries.ownerId, sql`${meetingSeries.participantIds} ? ${personId}`)),
  ).limit(1);
  return rows.length > 0;
}
