import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Attachment } from '#contract/protocols/attachment.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { SignedLinks } from '#server/platform/storage/index.ts';
import { attachments } from '#server/schema/work.ts';

export type AttachmentRow = typeof attachments.$inferSelect;
export type SignAttachment = Pick<SignedLinks, 'sign'>;

/** Returns the attachments of a protocol and of its questions, in the order of their positions. */
export async function attachmentsOf(db: Db, protocolId: string, links?: SignAttachment): Promise<Attachment[]> {
  const rows = await db
    .select()
    .from(attachments)
    .where(and(eq(attachments.protocolId, protocolId), isNull(attachments.removedAt)))
    .orderBy(asc(attachments.position), asc(attachments.id));
  return rows.map((row) => attachmentView(row, links));
}

/**
 * Returns the attachments of a signed-off version with currently valid addresses, including those since removed from
 * the protocol.
 */
export async function withAddresses(
  db: Db,
  signedOff: readonly Attachment[],
  links: SignAttachment,
): Promise<Attachment[]> {
  const ids = signedOff.map(({ id }) => id);
  const rows = ids.length > 0 ? await db.select().from(attachments).where(inArray(attachments.id, ids)) : [];
  const known = new Map(rows.map((row) => [row.id, row.storageKey]));
  return signedOff.map(({ url: _expired, ...attachment }) => {
    const key = known.get(attachment.id);
    return key === undefined ? attachment : { ...attachment, url: links.sign(attachmentPath(attachment.id), key) };
  });
}

/** Returns an attachment in the form of the API; without `links` (for printing and storing) it has no address. */
export function attachmentView(row: AttachmentRow, links?: SignAttachment): Attachment {
  return {
    id: row.id,
    agenda_id: row.agendaId,
    name: row.name,
    title: row.title,
    type: row.type,
    size: row.size,
    sheets: row.sheets,
    position: row.position,
    created_at: row.createdAt.toISOString(),
    ...(links && { url: links.sign(attachmentPath(row.id), row.storageKey) }),
  };
}

export function attachmentPath(id: string): string {
  return `/api/protocols/attachments/${encodeURIComponent(id)}/file`;
}
