import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';

/** Returns a recording of a protocol with its owner: the first one, unless a part is named. */
export async function findVideo(db: Db, protocolId: string, partId?: string) {
  if (partId === undefined) {
    const columns = { ownerId: protocols.ownerId, video: protocols.video };
    return (await db.select(columns).from(protocols).where(eq(protocols.id, protocolId)))[0];
  }
  const part = and(eq(recordingParts.protocolId, protocols.id), eq(recordingParts.id, partId));
  return (
    await db
      .select({ ownerId: protocols.ownerId, video: recordingParts.video })
      .from(protocols)
      .leftJoin(recordingParts, part)
      .where(eq(protocols.id, protocolId))
  )[0];
}
