import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { finalVersions } from '#server/db/schema/protocols.ts';
import { mails } from '#server/db/schema/service.ts';

/** The files of a protocol on paper: of its final versions, and those that were sent. */
export async function paperKeys(db: Db, protocolId: string): Promise<string[]> {
  const kept = await db
    .select({ pdf: finalVersions.pdfKey, docx: finalVersions.docxKey })
    .from(finalVersions)
    .where(eq(finalVersions.protocolId, protocolId));
  const sent = await db.select({ files: mails.attachments }).from(mails).where(eq(mails.protocolId, protocolId));
  const keys = [
    ...kept.flatMap(({ pdf, docx }) => [pdf, docx]),
    ...sent.flatMap(({ files }) => files.map((file) => file.storage_key)),
  ];
  return [...new Set(keys.filter((key) => key !== null))];
}
