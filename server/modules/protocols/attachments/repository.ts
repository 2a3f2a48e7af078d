import { and, eq, isNull, max, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { maxAttachedFiles } from '#contract/attached-file.ts';
import { type AttachmentUpdate, type attachmentCreate, titleOfFile } from '#contract/protocols/attachment.ts';
import { conflictExplainer, type Db, idConflict } from '#server/platform/db/index.ts';
import type { AttachedFile } from '#server/platform/files/index.ts';
import { forgetReplies } from '#server/platform/idempotency/index.ts';
import { invalidField, notFound } from '#server/platform/problem/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { attachments } from '#server/schema/work.ts';
import type { AttachmentRow } from '../shared/attachment-rows.ts';
import { lockOwnedProtocol, type ProtocolRow } from '../shared/protocol-access-repository.ts';

const explainConflict = conflictExplainer({ attachments_pkey: idConflict });

/** A file that is already in the storage, with the hash of its content. */
export type StoredAttachment = AttachedFile & { sha256: string };

/**
 * Returns the attachment made by an earlier attempt of the same request; undefined if there is none, or another one.
 */
export async function findSame(
  db: Db,
  protocolId: string,
  id: string | undefined,
  sha256: string | undefined,
): Promise<AttachmentRow | undefined> {
  if (id === undefined || sha256 === undefined) return undefined;
  const same = and(eq(attachments.id, id), eq(attachments.protocolId, protocolId), eq(attachments.sha256, sha256));
  const [row] = await db
    .select()
    .from(attachments)
    .where(and(same, isNull(attachments.removedAt)));
  return row;
}

/** Adds an attachment to a protocol that the caller has locked and may edit. */
export async function createAttachment(
  db: Db,
  protocol: ProtocolRow,
  id: string,
  { agenda_id, sheets, title, position }: z.output<typeof attachmentCreate>,
  file: StoredAttachment,
  now: Date,
): Promise<AttachmentRow> {
  const own = and(eq(attachments.protocolId, protocol.id), isNull(attachments.removedAt));
  if ((await db.$count(attachments, own)) >= maxAttachedFiles) {
    throw invalidField('file', `К протоколу можно приложить не больше ${maxAttachedFiles} файлов`);
  }
  const { name, type, size, sha256, key: storageKey } = file;
  const values = {
    ...{ id, protocolId: protocol.id, agendaId: agenda_id, sheets, name, type, size, sha256, storageKey },
    title: title ?? titleOfFile(name),
    position: position ?? (await lastPosition(db, protocol.id)) + 1,
    createdAt: now,
  };
  const [row] = await db.insert(attachments).values(values).returning().catch(explainConflict);
  return row as AttachmentRow;
}

/** Returns the owner's attachment with its protocol, locked until the transaction ends; throws a 404 for any other. */
export async function lockAttachment(
  db: Db,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<{ attachment: AttachmentRow; protocol: ProtocolRow }> {
  const [found] = await db
    .select({ protocolId: attachments.protocolId })
    .from(attachments)
    .innerJoin(protocols, eq(protocols.id, attachments.protocolId))
    .where(and(eq(attachments.id, id), eq(protocols.ownerId, ownerId)));
  if (!found) throw unknown();
  const protocol = await lockOwnedProtocol(db, { ownerId, id: found.protocolId });
  const [attachment] = await db
    .select()
    .from(attachments)
    .where(and(eq(attachments.id, id), isNull(attachments.removedAt)));
  if (!attachment) throw unknown();
  return { attachment, protocol };
}

export async function updateAttachment(db: Db, row: AttachmentRow, body: AttachmentUpdate): Promise<AttachmentRow> {
  const { agenda_id: agendaId = row.agendaId, sheets = row.sheets, title = row.title, position = row.position } = body;
  const set = { agendaId, sheets, title, position };
  const [changed] = await db.update(attachments).set(set).where(eq(attachments.id, row.id)).returning();
  return changed as AttachmentRow;
}

/** Deletes an attachment with its file; the file is kept if a signed-off version refers to it. */
export async function removeAttachment(db: Db, { id, protocolId, storageKey }: AttachmentRow, now: Date) {
  await forgetReplies(db, [id]);
  const named = sql`${finalVersions.snapshot} @> ${JSON.stringify({ protocol: { attachments: [{ id }] } })}::jsonb`;
  if ((await db.$count(finalVersions, and(eq(finalVersions.protocolId, protocolId), named))) > 0) {
    await db.update(attachments).set({ removedAt: now }).where(eq(attachments.id, id));
    return;
  }
  await db.delete(attachments).where(eq(attachments.id, id));
  await discardFiles(db, [storageKey], now);
}

/** Returns the file of an attachment and its owner, also for one that only a signed-off version still has. */
export async function findAttachmentFile(db: Db, id: string) {
  const { name, size, storageKey } = attachments;
  const [file] = await db
    .select({ name, size, key: storageKey, ownerId: protocols.ownerId })
    .from(attachments)
    .innerJoin(protocols, eq(protocols.id, attachments.protocolId))
    .where(eq(attachments.id, id));
  return file;
}

async function lastPosition(db: Db, protocolId: string): Promise<number> {
  const own = eq(attachments.protocolId, protocolId);
  const [last] = await db
    .select({ position: max(attachments.position) })
    .from(attachments)
    .where(own);
  return last?.position ?? 0;
}

const unknown = () => notFound('Приложение не найдено');
