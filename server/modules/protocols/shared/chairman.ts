import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { members } from '#server/schema/work.ts';

/*
 * The chairman is stored twice: in the protocol, and as the kind of a member; these functions change both. A change of
 * a member does not change the version of the protocol, which counts the edits on the protocol's own screen.
 */

/** Kind of a former chairman or secretary: present, or absent if the roll call says so (`kindWith`). */
export const formerKind = sql`case when ${members.attendance}->>'state' = 'absent' then 'absent' else 'present' end`;

/** Makes a person chairman, or nobody; the former chairman gets the kind `formerKind`. */
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

/** Makes a member without an account chairman; the protocol's own field is then empty. */
export async function setNamedChairman(db: Db, protocolId: string, id: string): Promise<void> {
  const others = and(eq(members.protocolId, protocolId), eq(members.kind, 'chairman'), ne(members.id, id));
  await db.update(members).set({ kind: formerKind }).where(others);
  await db.update(protocols).set({ chairmanId: null }).where(eq(protocols.id, protocolId));
}

/** Clears the chairman of the protocol if it is this person. */
export async function removeChairman(db: Db, protocolId: string, memberId: string | null): Promise<void> {
  if (memberId === null) return;
  const theirs = and(eq(protocols.id, protocolId), eq(protocols.chairmanId, memberId));
  await db.update(protocols).set({ chairmanId: null }).where(theirs);
}
