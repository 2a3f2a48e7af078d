import { and, eq, inArray } from 'drizzle-orm';
import type { DocumentInput, DocumentPerson } from '#contract/printed/document-input.ts';
import { documentInput } from '#contract/printed/protocol-input.ts';
import type { Protocol } from '#contract/protocol.ts';
import { findBodyInPrint } from '#server/modules/bodies/index.ts';
import { attachmentsOf, membersOf, tasksOf } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { type FinalVersion, findVersionInForce } from './version-repository.ts';

/**
 * Everything that a protocol's document prints; undefined where this owner has no such protocol. A final one is printed
 * as it was signed off, whatever people are called today.
 */
export async function findDocument(
  db: Db,
  id: string,
  ownerId: string,
): Promise<{ input: DocumentInput; version?: FinalVersion } | undefined> {
  const [row] = await db
    .select()
    .from(protocols)
    .where(and(eq(protocols.id, id), eq(protocols.ownerId, ownerId)));
  if (!row) return undefined;
  if (row.stage === 'final') {
    const version = await findVersionInForce(db, id);
    if (version) return { input: version.input, version };
  }
  const protocol = await readProtocol(db, row);
  return { input: documentInput(protocol, await findPeople(db, protocol)) };
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

async function findPeople(db: Db, protocol: Protocol): Promise<(DocumentPerson & { id: string })[]> {
  const wanted = [
    protocol.chairman_id,
    protocol.secretary_id,
    ...(protocol.agenda ?? []).map((item) => item.speaker_id),
    ...(protocol.tasks ?? []).map((task) => task.assignee_id),
    ...(protocol.members ?? []).map((member) => member.member_id),
  ].filter((id) => typeof id === 'string');
  if (wanted.length === 0) return [];
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...new Set(wanted)]));
  // A person who has not given a name yet is known by the address.
  return rows.map(({ id, name, email, position, organization }) => ({
    id,
    name: name || email,
    position,
    organization,
  }));
}
