import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Protocol, protocol as protocolSchema } from '#contract/protocol.ts';
import type { Db } from '#server/db/database.ts';
import { membersOf } from '#server/db/member-rows.ts';
import { users } from '#server/db/schema/people.ts';
import { finalVersions, protocols } from '#server/db/schema/protocols.ts';
import { tasksOf } from '#server/db/task-rows.ts';
import type { DocumentInput, DocumentPerson } from './document-input.ts';
import { documentInput } from './protocol-input.ts';

/** What `finalVersions.snapshot` holds. */
const signedOff = z.object({
  protocol: protocolSchema,
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      position: z.nullable(z.string()),
      organization: z.nullable(z.string()),
    }),
  ),
});

/**
 * Everything that a protocol's document prints; undefined where this owner has no such protocol. A final one is printed
 * as it was signed off, whatever people are called today.
 */
export async function findDocumentInput(db: Db, id: string, ownerId: string): Promise<DocumentInput | undefined> {
  const [row] = await db
    .select()
    .from(protocols)
    .where(and(eq(protocols.id, id), eq(protocols.ownerId, ownerId)));
  if (!row) return undefined;
  if (row.stage === 'final') {
    const edition = await editionInForce(db, id);
    if (edition) return edition;
  }
  const protocol = await readProtocol(db, row);
  return documentInput(protocol, await findPeople(db, protocol));
}

async function editionInForce(db: Db, protocolId: string): Promise<DocumentInput | undefined> {
  const [edition] = await db
    .select()
    .from(finalVersions)
    .where(and(eq(finalVersions.protocolId, protocolId), isNull(finalVersions.reopenedFor)))
    .orderBy(desc(finalVersions.edition))
    .limit(1);
  const kept = z.safeParse(signedOff, edition?.snapshot);
  if (!edition || !kept.success) return undefined;
  const { protocol, people } = kept.data;
  return documentInput({ ...protocol, stage: 'final' }, people, edition.createdAt.toISOString());
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
    chairman_id: row.chairmanId,
    secretary_id: row.secretaryId ?? row.ownerId,
    agenda: row.agenda,
    tasks: await tasksOf(db, row.id),
    members: await membersOf(db, row.id),
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
