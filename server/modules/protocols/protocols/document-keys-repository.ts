import { eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { mails } from '#server/schema/service.ts';

/** Returns the files of a protocol that was never final: the documents that were sent. */
export async function documentKeys(db: Db, protocolId: string): Promise<string[]> {
  const sent = await db.select({ files: mails.attachments }).from(mails).where(eq(mails.protocolId, protocolId));
  return [...new Set(sent.flatMap(({ files }) => files.map((file) => file.storage_key)))];
}
