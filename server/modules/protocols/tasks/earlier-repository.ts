import { and, asc, desc, eq, gt, inArray, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Task } from '#contract/tasks/task.ts';
import { lastOpenRank } from '#contract/tasks/task-order.ts';
import { type Db, newestFirst } from '#server/platform/db/index.ts';
import { meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { members, tasks } from '#server/schema/work.ts';
import type { ProtocolRow } from '../shared/protocol-access-repository.ts';
import { taskView } from '../shared/task-rows.ts';
import { recurringTitle } from './recurring-title.ts';

/** Maximum number of the owner's open tasks that are examined, most urgent first. */
const maxLookedAt = 1000;
/** Maximum number of tasks returned; nobody reads more in a meeting. */
const maxListed = 100;

/**
 * Returns the open tasks of the same secretary's earlier protocols that this meeting has to check: those of the same
 * body, of the same series (planned, or with a similar title), with the same chairman, and those whose assignees take
 * part here. The last come first; then the order is by urgency. A task that continues in a later protocol is returned
 * as the task of that one.
 */
export async function listEarlierTasks(db: Db, protocol: ProtocolRow): Promise<Task[]> {
  const here = new Set(await peopleOf(db, protocol));
  const series = recurringTitle(protocol.title);
  const planned = await plannedSeriesOf(db, protocol);
  const isHere = ({ assigneeId }: Candidate) => assigneeId !== null && here.has(assigneeId);
  const counts = (candidate: Candidate) =>
    isHere(candidate) ||
    (protocol.chairmanId !== null && candidate.chairmanId === protocol.chairmanId) ||
    (protocol.bodyId !== null && candidate.bodyId === protocol.bodyId) ||
    (candidate.seriesId !== null && planned.has(candidate.seriesId)) ||
    (series !== '' && recurringTitle(candidate.title) === series);
  const found = (await candidates(db, protocol)).filter(counts);
  const [theirs, others] = [found.filter(isHere), found.filter((candidate) => !isHere(candidate))];
  return earlierTasks(
    db,
    [...theirs, ...others].slice(0, maxListed).map(({ id }) => id),
  );
}

type Candidate = Awaited<ReturnType<typeof candidates>>[number];

/** Returns open tasks of protocols held before this one; protocols without a date are compared by their creation. */
async function candidates(db: Db, { id, ownerId, heldAt, createdAt }: ProtocolRow) {
  const { protocolId, assigneeId, originTaskId, listRank } = tasks;
  const open = db
    .select({ id: tasks.id, protocolId, assigneeId, originTaskId, listRank, createdAt: tasks.createdAt })
    .from(tasks)
    .where(and(eq(tasks.ownerId, ownerId), lte(listRank, lastOpenRank)))
    .orderBy(asc(listRank), ...newestFirst(tasks))
    .limit(maxLookedAt)
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
        // Always true, but lets the planner use the owner's index.
        eq(protocols.ownerId, ownerId),
        ne(protocols.id, id),
        sql`coalesce(${protocols.heldAt}::timestamptz, ${protocols.createdAt}) < ${moment}::timestamptz`,
        notExists(goesOn),
      ),
    )
    .orderBy(asc(open.listRank), desc(open.createdAt), desc(open.id));
}

/** Returns the series of the protocol's meeting, with all series related to it by splitting. */
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

/** Returns these tasks in the given order, with the protocol of each. */
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
