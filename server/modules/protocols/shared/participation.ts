import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { seenParts } from '#contract/participation.ts';
import { questionFinder } from '#contract/task-question.ts';
import type { Db } from '#server/platform/db/index.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { members, tasks } from '#server/schema/work.ts';
import { isSigned } from './assignment-conditions.ts';
import { lastEditions } from './last-editions.ts';

/** Of `protocols` in a query: this person takes part. Whoever is removed from it does not any more. */
export function takesPart(userId: string): SQL | undefined {
  const isMember = sql`exists (select 1 from ${members}
    where ${members.protocolId} = ${protocols.id} and ${members.memberId} = ${userId})`;
  return or(eq(protocols.chairmanId, userId), isMember);
}

/** Of `tasks` in a query: it was there when the protocol was signed last, and belongs to a question. */
const isInEdition = sql`(${tasks.agendaId} is not null or ${tasks.decisionId} is not null) and ${tasks.createdAt} <= (
  select max(${finalVersions.createdAt}) from ${finalVersions} where ${finalVersions.protocolId} = ${tasks.protocolId})`;

/** Of `protocols` in a query: this person has a task in its last signed edition. */
function hasTaskIn(userId: string): SQL {
  return sql`exists (select 1 from ${tasks} where ${tasks.protocolId} = ${protocols.id}
    and ${tasks.assigneeId} = ${userId} and ${isInEdition})`;
}

/** Of `protocols` in a query: this person is named by it in any way; narrows them by indexes. */
export function isNamedIn(userId: string): SQL {
  return sql`${protocols.id} in (select own.id from ${protocols} own where own.chairman_id = ${userId}
    union select ${members.protocolId} from ${members} where ${members.memberId} = ${userId}
    union select ${tasks.protocolId} from ${tasks} where ${tasks.assigneeId} = ${userId})`;
}

/** Of `protocols` in a query: it was signed, and this person may open it, or the extracts that are theirs. */
export function mayRead(userId: string): SQL<boolean> {
  return sql<boolean>`coalesce(${and(isSigned, or(takesPart(userId), hasTaskIn(userId)))}, false)`;
}

/** Of `protocols` in a query: this person may watch the recording, which the secretary has opened to participants. */
export function mayWatch(userId: string): SQL<boolean> {
  return sql<boolean>`(${and(eq(protocols.recordingShared, true), isNotNull(protocols.video), isSigned, takesPart(userId))})`;
}

/** What a person may see of a signed protocol; of extracts the ids of their questions. */
export type Seen = { parts: (typeof seenParts)[number]; items: string[] };

/** Returns what this person may see of a protocol; undefined where it was never signed, or is none of theirs. */
export async function findSeen(
  db: Db,
  { userId, protocolId }: { userId: string; protocolId: string },
): Promise<Seen | undefined> {
  const [found] = await db
    .select({ whole: sql<boolean>`(${takesPart(userId)})`, id: protocols.id })
    .from(protocols)
    .where(and(eq(protocols.id, protocolId), isSigned));
  if (!found) return undefined;
  if (found.whole) return { parts: 'whole', items: [] };
  const own = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.protocolId, protocolId), eq(tasks.assigneeId, userId), isInEdition));
  const ids = new Set(own.map(({ id }) => id));
  const { protocol } = (await lastEditions(db, [protocolId])).get(protocolId) ?? {};
  const questionOf = questionFinder(protocol?.agenda ?? []);
  const items = (protocol?.tasks ?? []).flatMap((task) => (ids.has(task.id) ? (questionOf(task) ?? []) : []));
  return items.length > 0 ? { parts: 'extracts', items: [...new Set(items)] } : undefined;
}
