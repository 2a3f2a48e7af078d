import { and, eq } from 'drizzle-orm';
import { type Reader, whereReadableBy } from '#server/modules/identity/index.ts';
import type { Db, OwnId } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import { protocols } from '#server/schema/protocols.ts';

export type ProtocolRow = typeof protocols.$inferSelect;

/** Returns the owner's protocol, or throws a 404. */
export async function getOwnedProtocol(db: Db, own: OwnId): Promise<ProtocolRow> {
  const [row] = await db.select().from(protocols).where(isOwn(own));
  return row ?? throwNotFound();
}

/** Returns the owner's protocol, locked until the transaction ends, or throws a 404. */
export async function lockOwnedProtocol(db: Db, own: OwnId): Promise<ProtocolRow> {
  const [row] = await db.select().from(protocols).where(isOwn(own)).for('update');
  return row ?? throwNotFound();
}

const isOwn = ({ ownerId, id }: OwnId) => and(eq(protocols.id, id), eq(protocols.ownerId, ownerId));

/** Returns a protocol that the reader may read, whoever owns it, or throws a 404. */
export async function getReadableProtocol(db: Db, reader: Reader, id: string): Promise<ProtocolRow> {
  const [row] = await db
    .select()
    .from(protocols)
    .where(and(eq(protocols.id, id), whereReadableBy(reader, protocols.ownerId)));
  return row ?? throwNotFound();
}

function throwNotFound(): never {
  throw notFound('Протокол не найден');
}

/**
 * Locks a protocol until the transaction ends, so that only one transaction writes what belongs to it; undefined if it
 * is gone.
 */
export async function lockProtocol(db: Db, id: string) {
  const { ownerId, stage, processing, video } = protocols;
  return (
    await db.select({ ownerId, stage, processing, video }).from(protocols).where(eq(protocols.id, id)).for('update')
  )[0];
}
