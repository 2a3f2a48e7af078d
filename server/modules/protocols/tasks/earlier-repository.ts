import { and, asc, desc, eq, gt, inArray, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Task } from '#contract/task.ts';
import { lastOpenRank } from '#contract/task-order.ts';
import { type Db, newestFirst } from '#server/platform/db/index.ts';
import { meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { members, tasks } from '#server/schema/work.ts';
import type { ProtocolRow } from '../shared/own-protocol-repository.ts';
import { taskView } from '../shared/task-rows.ts';
import { seriesOf } from './same-series.ts';

/** How many of the owner's open tasks are looked at, the most urgent first. */
const mostLookedAt = 1000;
/** How many tasks are returned: nobody reads more in a meeting. */
const mostListed = 100;

/**
 * Returns the open tasks of the same secretary's earlier protocols that this meeting has to check: those of the same
 * body or series of meetings, be it planned as one or only called alike, which come first; those whose responsible takes part
 * here, and those under the same chairman; each of these by urgency. A task that goes on in a later protocol is returned as the
 * task of that one.
 */
export async function listEarlierTasks(db: Db, protocol: ProtocolRow): Promise<Task[]> {
  const here = new Set(await peopleOf(db, protocol));
  const series = seriesOf(protocol.title);
  const planned = await plannedSeriesOf(db, protocol);
  const isHere = ({ assigneeId }: Candidate) => assigneeId !== null && here.has(assigneeId);
  const isOwn = (candidate: Candidate) =>
    (protocol.bodyId !== null && candidate.bodyId === protocol.bodyId) ||
    (candidate.seriesId !== null && planned.has(candidate.seriesId)) ||
    (series !== '' && seriesOf(candidate.title) === series);
  const isUnderSameChairman = ({ chairmanId }: Candidate) => chairmanId !== null && chairmanId === protocol.chairmanId;
  const isOwnAndHere = (candidate: Candidate) => isOwn(candidate) && isHere(candidate);
  const reasons = [isOwnAndHere, isOwn, isHere, isUnderSameChairman];
  const ranked = (await candidates(db, protocol)).map(({ id, ...candidate }) => ({
    id,
    rank: reasons.findIndex((holds) => holds({ id, ...candidate })),
  }));
  const inOrder = ranked.filter(({ rank }) => rank >= 0).sort((one, other) => one.rank - other.rank);
  return earlierTasks(
    db,
    inOrder.slice(0, mostListed).map(({ id }) => id),
  );
}

type Candidate = Awaited<ReturnType<typeof candidates>>[number];

/** Open tasks of protocols that were held before this one, or, without a date, were begun before it. */
async function candidates(db: Db, { id, ownerId, heldAt, createdAt }: ProtocolRow) {
  const { protocolId, assigneeId, originTaskId, listRank } = tasks;
  const open = db
    .select({ id: tasks.id, protocolId, assigneeId, originTaskId, listRank, createdAt: tasks.createdAt })
    .from(tasks)
    .where(and(eq(tasks.ownerId, ownerId), lte(listRank, lastOpenRank)))
    .orderBy(asc(listRank), ...newestFirst(tasks))
    .limit(mostLookedAt)
    .as('open');
  const next = alias(tasks, 'next');
  const first = sql`coalesce(${open.originTaskId}, ${open.id})`;
  const goesOn = db
    .select({ id: next.id })
    .from(next)
    .where(and(eq(next.originTaskId, first), or(eq(next.protocolId, id), gt(next.createdAt, open.createdAt))));
  const moment = new Date(heldAt ?? createdAt).toISOString();
  return db
    .select({
      ...{ id: open.id, assigneeId: open.assigneeId },
      ...{ title: protocols.title, chairmanId: protocols.chairmanId, bodyId: protocols.bodyId },
      seriesId: meetings.seriesId,
    })
    .from(open)
    .innerJoin(protocols, eq(protocols.id, open.protocolId))
    .leftJoin(meetings, eq(meetings.id, protocols.meetingId))
    .where(
      and(
        // True for all of them, but lets the planner use the index of the owner.
        eq(protocols.ownerId, ownerId),
        ne(protocols.id, id),
        sql`coalesce(${protocols.heldAt}::timestamptz, ${protocols.createdAt}) < ${moment}::timestamptz`,
        notExists(goesOn),
      ),
    )
    .orderBy(asc(open.listRank), desc(open.createdAt), desc(open.id));
}

/** The series of the meeting of a protocol, with the parts that it was split into. */
async function plannedSeriesOf(db: Db, { meetingId, ownerId }: ProtocolRow): Promise<ReadonlySet<string>> {
  if (!meetingId) return new Set();
  const { rows } = (await db.execute(sql`with recursive family(id) as (
    select series_id from meetings where id = ${meetingId} and owner_id = ${ownerId}
    union
    select case when part.id = family.id then part.split_from else part.id end
    from family, meeting_series as part
    where part.owner_id = ${ownerId} and (part.id = family.id or part.split_from = family.id)
  ) select id from family where id is not null`)) as { rows: { id: string }[] };
  return new Set(rows.map(({ id }) => id));
}

async function peopleOf(db: Db, { id, chairmanId }: ProtocolRow): Promise<string[]> {
  const rows = await db.select({ memberId: members.memberId }).from(members).where(eq(members.protocolId, id));
  return [...rows.map(({ memberId }) => memberId), chairmanId].filter((each) => each !== null);
}

/** Returns these tasks, in this order, with the protocol that each comes from. */
async function earlierTasks(db: Db, ids: readonly string[]): Promise<Task[]> {
  if (ids.length === 0) return [];
  const { number, title, heldAt, agenda } = protocols;
  const rows = await db
    .select({ task: tasks, origin: { number, title, heldAt, agenda }, assignee: users.name })
    .from(tasks)
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .leftJoin(users, eq(users.id, tasks.assigneeId))
    .where(inArray(tasks.id, [...ids]));
  const byId = new Map(
    rows.map(({ task, origin, assignee }) => {
      const position = origin.agenda.findIndex(({ id }) => id === task.agendaId) + 1;
      const earlier: Task = {
        ...taskView(task),
        assignee_name: assignee,
        protocol_title: origin.title,
        protocol_number: origin.number,
        protocol_held_at: origin.heldAt,
        agenda_position: position > 0 ? position : null,
      };
      return [task.id, earlier];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
