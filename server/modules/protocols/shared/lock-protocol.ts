import { eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';

/**
 * Locks a protocol until the transaction ends, so that only one transaction writes what belongs to it; undefined if it
 * is gone.
 */
export async function lockProtocol(db: Db, id: string) {
  const { ownerId, stage, processing } = protocols;
  return (await db.select({ ownerId, stage, processing }).from(protocols).where(eq(protocols.id, id)).for('update'))[0];
}
