import { eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { mails } from '#server/schema/service.ts';
import { attachments } from '#server/schema/work.ts';

/**
 * Returns the files of a protocol that was never final: the documents that were sent, and its attachments. A document
 * that is being printed is not attached to its mails any more before the transaction ends.
 */
export async function documentKeys(db: Db, protocolId: string): Promise<string[]> {
  const sent = await db
    .select({ files: mails.attachments })
    .from(mails)
    .where(eq(mails.protocolId, protocolId))
    .for('update');
  const attached = await db
    .select({ key: attachments.storageKey })
    .from(attachments)
    .where(eq(attachments.protocolId, protocolId));
  const documents = sent.flatMap(({ files }) => files.map((file) => file.storage_key));
  return [...new Set([...documents, ...attached.map(({ key }) => key)])];
}
