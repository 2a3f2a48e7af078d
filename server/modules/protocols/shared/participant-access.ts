import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { seenParts } from '#contract/participation/participation.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { questionFinder } from '#contract/tasks/task-question.ts';
import type { Db } from '#server/platform/db/index.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { members, tasks } from '#server/schema/work.ts';
import { isSigned } from './assignment-conditions.ts';

/** Condition on `protocols`: this person takes part. A person removed from the protocol does not. */
export function takesPart(userId: string): SQL | undefined {
  const isMember = sql`exists (select 1 from ${members}
    where ${members.protocolId} = ${protocols.id} and ${members.memberId} = ${userId})`;
  return or(eq(protocols.chairmanId, userId), isMember);
}

/** Condition on `tasks`: it is in the edition that was signed last, and belongs to a question of it, as `questionFinder` says. */
const isInEdition = sql`exists (
  select 1 from (select snapshot -> 'protocol' as protocol from ${finalVersions}
      where ${finalVersions.protocolId} = ${tasks.protocolId} order by ${finalVersions.edition} desc limit 1) signed,
    jsonb_array_elements(signed.protocol -> 'tasks') task, jsonb_array_elements(signed.protocol -> 'agenda') question
  where task ->> 'id' = ${tasks.id} and (question ->> 'id' = task ->> 'agenda_id'
    or question -> 'decisions' @> jsonb_build_array(jsonb_build_object('id', task ->> 'decision_id'))))`;

/** Condition on `protocols`: this person has a task in its last signed edition. */
function hasTaskIn(userId: string): SQL {
  return sql`exists (select 1 from ${tasks} where ${tasks.protocolId} = ${protocols.id}
    and ${tasks.assigneeId} = ${userId} and ${isInEdition})`;
}

/** Condition on `protocols`: it names this person in any way; selects the rows by indexes. */
export function isNamedIn(userId: string): SQL {
  return sql`${protocols.id} in (select own.id from ${protocols} own where own.chairman_id = ${userId}
    union select ${members.protocolId} from ${members} where ${members.memberId} = ${userId}
    union select ${tasks.protocolId} from ${tasks} where ${tasks.assigneeId} = ${userId})`;
}

/** Condition on `protocols`: it was signed, and this person may open it or extracts of it. */
export function mayRead(userId: string): SQL<boolean> {
  return sql<boolean>`coalesce(${and(isSigned, or(takesPart(userId), hasTaskIn(userId)))}, false)`;
}

/** Condition on `protocols`: this person may watch the recording, which the secretary has shared with participants. */
export function mayWatch(userId: string): SQL<boolean> {
  return sql<boolean>`(${and(eq(protocols.recordingShared, true), isNotNull(protocols.video), isSigned, takesPart(userId))})`;
}

/** Parts of a signed protocol that a person may see; for extracts, the ids of their questions. */
export type Seen = { parts: (typeof seenParts)[number]; items: string[] };

/**
 * Returns the parts of a protocol that this person may see; undefined if it was never signed, or none of it is theirs.
 */
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

/** The last signed edition, and the chairman's name. */
export type LastEdition = { number: string; protocol: Protocol; chairman: string | null };

/** Returns the last signed edition of each of these protocols, by protocol id. */
export async function lastEditions(db: Db, protocolIds: readonly string[]): Promise<Map<string, LastEdition>> {
  if (protocolIds.length === 0) return new Map();
  const { protocolId, number, snapshot, edition } = finalVersions;
  const rows = await db
    .selectDistinctOn([protocolId], { protocolId, number, snapshot })
    .from(finalVersions)
    .where(inArray(protocolId, [...new Set(protocolIds)]))
    .orderBy(protocolId, desc(edition));
  return new Map(
    rows.map(({ protocolId: id, number: signed, snapshot: { protocol, people } }) => {
      const chairman = people.find((person) => person.id === protocol.chairman_id)?.name ?? null;
      return [id, { number: signed, protocol, chairman }];
    }),
  );
}
