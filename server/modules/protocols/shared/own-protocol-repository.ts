import { and, eq } from 'drizzle-orm';
import { isReadBy, type Reader } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/http/index.ts';
import { protocols } from '#server/schema/protocols.ts';

export type ProtocolRow = typeof protocols.$inferSelect;

/** The owner's protocol, or a 404. `lock` holds it until the transaction ends. */
export async function getOwnProtocol(db: Db, ownerId: string, id: string, lock = false): Promise<ProtocolRow> {
  const query = db
    .select()
    .from(protocols)
    .where(and(eq(protocols.id, id), eq(protocols.ownerId, ownerId)));
  const [row] = await (lock ? query.for('update') : query);
  return row ?? missing();
}

/** A protocol that somebody may read, whoever owns it, or a 404. */
export async function getReadProtocol(db: Db, reader: Reader, id: string): Promise<ProtocolRow> {
  const [row] = await db
    .select()
    .from(protocols)
    .where(and(eq(protocols.id, id), isReadBy(reader, protocols.ownerId)));
  return row ?? missing();
}

function missing(): never {
  throw notFound('Протокол не найден');
}
