import { and, eq } from 'drizzle-orm';
import type { DocumentInput } from '#contract/documents/printed/document-input.ts';
import { documentInput } from '#contract/documents/printed/protocol-input.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { findBodyInPrint } from '#server/modules/bodies/index.ts';
import { type Reader, whereReadableBy } from '#server/modules/identity/index.ts';
import { attachmentsOf, membersOf, peopleOf, tasksOf } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { type FinalVersion, findVersionInForce } from './version-repository.ts';

/**
 * Returns everything that a protocol's document prints; undefined if there is no protocol that the reader may read. A
 * final protocol is printed as it was signed off, even if people have been renamed since.
 */
export async function findDocument(
  db: Db,
  id: string,
  reader: Reader,
): Promise<{ input: DocumentInput; version?: FinalVersion } | undefined> {
  const [row] = await db
    .select()
    .from(protocols)
    .where(and(eq(protocols.id, id), whereReadableBy(reader, protocols.ownerId)));
  if (!row) return undefined;
  if (row.stage === 'final') {
    const version = await findVersionInForce(db, id);
    if (version) return { input: version.input, version };
  }
  const protocol = await readProtocol(db, row);
  return { input: documentInput(protocol, await peopleOf(db, protocol)) };
}

async function readProtocol(db: Db, row: typeof protocols.$inferSelect): Promise<Protocol> {
  return {
    id: row.id,
    stage: row.stage,
    number: row.number,
    title: row.title,
    kind: row.kind,
    held_at: row.heldAt,
    ended_at: row.endedAt,
    place: row.place,
    organization: row.organization,
    body: await findBodyInPrint(db, row.bodyId),
    chairman_id: row.chairmanId,
    secretary_id: row.secretaryId ?? row.ownerId,
    quorum: row.quorum,
    agenda: row.agenda,
    tasks: await tasksOf(db, row.id),
    members: await membersOf(db, row.id),
    attachments: await attachmentsOf(db, row.id),
  };
}
