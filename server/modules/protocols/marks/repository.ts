import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { markCreate } from '#contract/protocols/mark.ts';
import { conflictExplainer, type Db, idConflict } from '#server/platform/db/index.ts';
import { forgetReplies } from '#server/platform/idempotency/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { marks } from '#server/schema/work.ts';
import type { MarkRow } from '../shared/mark-rows.ts';
import { lockOwnedProtocol, type ProtocolRow } from '../shared/protocol-access-repository.ts';

const explainConflict = conflictExplainer({ marks_pkey: idConflict });

/** Adds a mark to a protocol that the caller has locked and may edit. */
export async function createMark(
  db: Db,
  protocol: ProtocolRow,
  id: string,
  { at, text, agenda_id, recording_id }: z.output<typeof markCreate>,
  now: Date,
): Promise<MarkRow> {
  const place = { at, text: text || null, agendaId: agenda_id, recordingId: recording_id };
  const values = { id, protocolId: protocol.id, ...place, createdAt: now };
  const [row] = await db.insert(marks).values(values).returning().catch(explainConflict);
  return row as MarkRow;
}

/** Returns the owner's mark with its protocol, locked until the transaction ends; throws a 404 for any other. */
export async function lockMark(
  db: Db,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<{ mark: MarkRow; protocol: ProtocolRow }> {
  const [found] = await db
    .select({ protocolId: marks.protocolId })
    .from(marks)
    .innerJoin(protocols, eq(protocols.id, marks.protocolId))
    .where(and(eq(marks.id, id), eq(protocols.ownerId, ownerId)));
  if (!found) throw unknown();
  const protocol = await lockOwnedProtocol(db, { ownerId, id: found.protocolId });
  const [mark] = await db.select().from(marks).where(eq(marks.id, id));
  if (!mark) throw unknown();
  return { mark, protocol };
}

export async function updateMark(db: Db, id: string, text: string | null): Promise<MarkRow> {
  const set = { text: text || null };
  const [row] = await db.update(marks).set(set).where(eq(marks.id, id)).returning();
  return row as MarkRow;
}

export async function removeMark(db: Db, id: string): Promise<void> {
  await forgetReplies(db, [id]);
  await db.delete(marks).where(eq(marks.id, id));
}

const unknown = () => notFound('Отметка не найдена');
