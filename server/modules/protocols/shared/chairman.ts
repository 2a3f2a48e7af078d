import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { members } from '#server/schema/work.ts';

/*
 * The chairman is kept twice: in the protocol, and as the kind of a member; these functions change both. A change of a
 * member leaves the version of the protocol as it is, since that counts the edits of the protocol's own screen.
 */

/** The kind of who was chairman or secretary: present, or absent where the roll call says so (`kindWith`). */
export const formerKind = sql`case when ${members.attendance}->>'state' = 'absent' then 'absent' else 'present' end`;

/** Makes a person chairman, or nobody; the former chairman is one of those present. */
export async function setChairman(db: Db, protocolId: string, memberId: string | null): Promise<void> {
  const here = eq(members.protocolId, protocolId);
  const others = memberId === null ? undefined : sql`${members.memberId} is distinct from ${memberId}`;
  await db
    .update(members)
    .set({ kind: formerKind })
    .where(and(here, eq(members.kind, 'chairman'), others));
  if (memberId !== null) {
    const theirs = and(here, eq(members.memberId, memberId));
    await db.update(members).set({ kind: 'chairman' }).where(theirs);
  }
  await db.update(protocols).set({ chairmanId: memberId }).where(eq(protocols.id, protocolId));
}

/** Makes a member who is no user chairman: the protocol itself then names none. */
export async function setNamedChairman(db: Db, protocolId: string, id: string): Promise<void> {
  const others = and(eq(members.protocolId, protocolId), eq(members.kind, 'chairman'), ne(members.id, id));
  await db.update(members).set({ kind: formerKind }).where(others);
  await db.update(protocols).set({ chairmanId: null }).where(eq(protocols.id, protocolId));
}

/** Leaves the protocol without a chairman where this person was. */
export async function removeChairman(db: Db, protocolId: string, memberId: string | null): Promise<void> {
  if (memberId === null) return;
  const theirs = and(eq(protocols.id, protocolId), eq(protocols.chairmanId, memberId));
  await db.update(protocols).set({ chairmanId: null }).where(theirs);
}
