import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { mails } from '#server/db/schema/service.ts';

/** The files of a protocol on paper that was never final: those that were sent. */
export async function paperKeys(db: Db, protocolId: string): Promise<string[]> {
  const sent = await db.select({ files: mails.attachments }).from(mails).where(eq(mails.protocolId, protocolId));
  return [...new Set(sent.flatMap(({ files }) => files.map((file) => file.storage_key)))];
}
