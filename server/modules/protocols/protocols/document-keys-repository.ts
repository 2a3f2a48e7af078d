import { eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { mails } from '#server/schema/service.ts';

/** The files of a protocol on paper that was never final: those that were sent. */
export async function documentKeys(db: Db, protocolId: string): Promise<string[]> {
  const sent = await db.select({ files: mails.attachments }).from(mails).where(eq(mails.protocolId, protocolId));
  return [...new Set(sent.flatMap(({ files }) => files.map((file) => file.storage_key)))];
}
