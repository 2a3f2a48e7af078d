import { and, eq } from 'drizzle-orm';
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
  if (!row) throw notFound('Протокол не найден');
  return row;
}
