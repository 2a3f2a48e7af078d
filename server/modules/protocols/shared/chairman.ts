import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { members } from '#server/schema/work.ts';

/*
 * Who is in the chair stands in the protocol, and in the list of members for whoever is in it: both say the same. The
 * version of the protocol counts the edits of its own screen, so a member's row does not move it.
 */

/** Seats a person, or nobody; who sat there before is one of those present. */
export async function setChairman(db: Db, protocolId: string, memberId: string | null): Promise<void> {
  const here = eq(members.protocolId, protocolId);
  const former = and(
    here,
    eq(members.kind, 'chairman'),
    memberId === null ? undefined : ne(members.memberId, memberId),
  );
  await db.update(members).set({ kind: 'present' }).where(former);
  if (memberId !== null) {
    const seated = and(here, eq(members.memberId, memberId));
    await db.update(members).set({ kind: 'chairman' }).where(seated);
  }
  await db.update(protocols).set({ chairmanId: memberId }).where(eq(protocols.id, protocolId));
}

/** Takes the chair from a person who is no longer a member. */
export async function removeChairman(db: Db, protocolId: string, memberId: string): Promise<void> {
  const theirs = and(eq(protocols.id, protocolId), eq(protocols.chairmanId, memberId));
  await db.update(protocols).set({ chairmanId: null }).where(theirs);
}
