import { eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';

/** The recording of a protocol and whose it is. */
export async function findVideo(db: Db, protocolId: string) {
  const columns = { ownerId: protocols.ownerId, video: protocols.video };
  return (await db.select(columns).from(protocols).where(eq(protocols.id, protocolId)))[0];
}
