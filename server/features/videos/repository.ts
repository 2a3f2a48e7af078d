import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { protocols } from '#server/db/schema/protocols.ts';

/** The recording of a protocol and whose it is. */
export async function findVideo(db: Db, protocolId: string) {
  const columns = { ownerId: protocols.ownerId, video: protocols.video };
  return (await db.select(columns).from(protocols).where(eq(protocols.id, protocolId)))[0];
}
