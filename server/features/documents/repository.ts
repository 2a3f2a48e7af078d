import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { AgendaItem } from '#contract/protocol.ts';
import type { Db } from '#server/db/database.ts';
import { users } from '#server/db/schema/people.ts';
import { finalVersions, protocols } from '#server/db/schema/protocols.ts';
import { members, tasks } from '#server/db/schema/work.ts';
import type { DocumentAgendaItem, DocumentInput, DocumentPerson } from './document-input.ts';

type People = Map<string, DocumentPerson>;

/** Everything that a protocol's document prints; undefined where this owner has no such protocol. */
export async function findDocumentInput(db: Db, id: string, ownerId: string): Promise<DocumentInput | undefined> {
  const [protocol] = await db
    .select()
    .from(protocols)
    .where(and(eq(protocols.id, id), eq(protocols.ownerId, ownerId)));
  if (!protocol) return undefined;
  const memberRows = await findMembers(db, id);
  const taskRows = await db
    .select()
    .from(tasks)
    .where(eq(tasks.protocolId, id))
    .orderBy(asc(tasks.createdAt), asc(tasks.id));
  const people = await findPeople(db, [
    protocol.chairmanId,
    protocol.secretaryId ?? protocol.ownerId,
    ...protocol.agenda.map((item) => item.speaker_id),
    ...taskRows.map((task) => task.assigneeId),
  ]);
  return {
    ...protocol,
    approvedAt: protocol.stage === 'final' ? await approvalDate(db, id) : null,
    chairman: personOf(people, protocol.chairmanId),
    secretary: personOf(people, protocol.secretaryId ?? protocol.ownerId),
    members: memberRows,
    agenda: protocol.agenda.map((item) => agendaItem(item, people)),
    tasks: taskRows.map((task) => ({
      title: task.title,
      agendaId: task.agendaId,
      assignee: personOf(people, task.assigneeId),
      dueAt: task.dueAt,
      cancelled: task.status === 'cancelled',
      at: task.evidence?.start,
    })),
  };
}

async function findMembers(db: Db, protocolId: string): Promise<DocumentInput['members']> {
  const rows = await db
    .select({ member: members, user: users })
    .from(members)
    .innerJoin(users, eq(users.id, members.memberId))
    .where(eq(members.protocolId, protocolId));
  return rows.map(({ member, user }) => ({
    id: user.id,
    name: nameOf(user),
    position: member.position ?? user.position,
    organization: member.organization ?? user.organization,
    kind: member.kind,
  }));
}

async function findPeople(db: Db, ids: (string | null | undefined)[]): Promise<People> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))];
  if (wanted.length === 0) return new Map();
  const rows = await db.select().from(users).where(inArray(users.id, wanted));
  return new Map(rows.map((user) => [user.id, { ...user, name: nameOf(user) }]));
}

/** A person who has not given a name yet is known by the address. */
const nameOf = (user: { name: string; email: string }) => user.name || user.email;

const personOf = (people: People, id: string | null | undefined) => (id ? people.get(id) : undefined);

/** Decisions come point by point, or in one text from a client that knows no points. */
function agendaItem(item: AgendaItem, people: People): DocumentAgendaItem {
  const points = item.decisions?.map(({ text, evidence }) => ({ text, at: evidence?.start }));
  return {
    ...item,
    speaker: personOf(people, item.speaker_id) ?? { name: item.speaker_name },
    decisions: points && points.length > 0 ? points : [{ text: item.decision, at: item.evidence?.start }],
    at: points && points.length > 0 ? item.evidence?.start : undefined,
  };
}

/** When the edition in force was signed off. */
async function approvalDate(db: Db, protocolId: string): Promise<string | undefined> {
  const [edition] = await db
    .select({ createdAt: finalVersions.createdAt })
    .from(finalVersions)
    .where(and(eq(finalVersions.protocolId, protocolId), isNull(finalVersions.reopenedFor)))
    .orderBy(desc(finalVersions.edition))
    .limit(1);
  return edition?.createdAt.toISOString();
}
