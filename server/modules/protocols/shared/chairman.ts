import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { members } from '#server/schema/work.ts';

/*
 * The chairman is kept twice: in the protocol, and as the kind of a member; these functions change both. A change of a
 * member leaves the version of the protocol as it is, since that counts the edits of the protocol's own screen.
 */

/** Makes a person chairman, or nobody; the former chairman is one of those present. */
export async function setChairman(db: Db, protocolId: string, memberId: string | null): Promise<void> {
  const here = eq(members.protocolId, protocolId);
  const former = and(
    here,
    eq(members.kind, 'chairman'),
    memberId === null ? undefined : ne(members.memberId, memberId),
  );
  await db.update(members).set({ kind: 'present' }).where(former);
  if (memberId !== null) {
    const theirs = and(here, eq(members.memberId, memberId));
    await db.update(members).set({ kind: 'chairman' }).where(theirs);
  }
  await db.update(protocols).set({ chairmanId: memberId }).where(eq(protocols.id, protocolId));
}

/** Leaves the protocol without a chairman where this person was. */
export async function removeChairman(db: Db, protocolId: string, memberId: string): Promise<void> {
  const theirs = and(eq(protocols.id, protocolId), eq(protocols.chairmanId, memberId));
  await db.update(protocols).set({ chairmanId: null }).where(theirs);
}
