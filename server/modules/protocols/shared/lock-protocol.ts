import { eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';

/** Holds a protocol until the transaction ends, so that what hangs on it is written by one at a time; undefined where it is gone. */
export async function lockProtocol(db: Db, id: string) {
  const { ownerId, stage, processing } = protocols;
  return (await db.select({ ownerId, stage, processing }).from(protocols).where(eq(protocols.id, id)).for('update'))[0];
}
