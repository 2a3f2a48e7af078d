import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { plainEvidence } from '#contract/evidence.ts';
import type { OwnTask } from '#contract/participation/participation.ts';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import type { TaskFilter } from '#contract/tasks/task-order.ts';
import { questionFinder } from '#contract/tasks/task-question.ts';
import { countedRows, type Db, newestFirst, offsetOf, type Paging, pageMetaBy } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import type { ReportedTask } from '#server/schema/reports.ts';
import { tasks } from '#server/schema/work.ts';
import {
  firstTask,
  isGivenTo,
  isNotCarriedOn,
  isOrWasOf,
  isReassignedAfterReport,
  isSigned,
} from '../shared/assignment-conditions.ts';
import { type LastEdition, lastEditions, mayRead, mayWatch } from '../shared/participant-access.ts';
import { reportsOn, reportView, type SignFile } from '../shared/report-rows.ts';
import { isRanked } from './task-filter-repository.ts';

type Query = Paging & { status?: TaskFilter | undefined; now: Date };
type Asked = Query & { taskId?: string | undefined };

/**
 * Returns a page of the tasks assigned to this person in all protocols where they may see them: by deadline, closed
 * ones last. A task that a later protocol carries on is returned as the task of that one.
 */
export async function listOwnTasks(db: Db, userId: string, { taskId, ...asked }: Asked, links: SignFile) {
  const [chairman, secretary] = [alias(users, 'chairman'), alias(users, 'secretary')];
  const isOwn = and(isGivenTo(userId), isNotCarriedOn(db));
  const query = { ...asked, page: (taskId && (await pageOfTask(db, userId, asked, taskId))) || asked.page };
  const found = await db
    .select({
      task: tasks,
      origin: {
        stage: protocols.stage,
        number: protocols.number,
        title: protocols.title,
        heldAt: protocols.heldAt,
        agenda: protocols.agenda,
        video: protocols.video,
      },
      chairman: chairman.name,
      secretary: secretary.name,
      isSigned,
      mayRead: mayRead(userId),
      isOwn: sql<boolean>`(${isOwn})`,
      mayWatch: mayWatch(userId),
      isOfPart: sql<boolean>`exists (select from ${recordingParts} r
        where r.protocol_id = ${tasks.protocolId} and r.id = ${tasks.evidence}->>'recording_id')`,
      all: sql<number>`count(*) over ()::int`,
    })
    .from(tasks)
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .innerJoin(secretary, eq(secretary.id, protocols.ownerId))
    .leftJoin(chairman, eq(chairman.id, protocols.chairmanId))
    .where(isListed(db, userId, query))
    .orderBy(...listOrder)
    .limit(query.limit)
    .offset(offsetOf(query));
  const first = ({ task }: (typeof found)[number]) => task.originTaskId ?? task.id;
  const reports = Map.groupBy(await reportsOn(db, found.map(first), userId), (report) => report.firstTaskId);
  const reopened = found.filter(({ isSigned: wasSigned, origin }) => wasSigned && origin.stage !== 'final');
  const editions = await lastEditions(
    db,
    reopened.map(({ task }) => task.protocolId),
  );
  const rows = found.map((now): OwnTask => {
    const edition = editions.get(now.task.protocolId);
    const row = edition ? asSigned(now, edition) : now;
    const { task, origin } = row;
    const question = questionFinder(origin.agenda)({ agenda_id: task.agendaId, decision_id: task.decisionId });
    const at = origin.agenda.findIndex(({ id }) => id === question);
    const recorded = task.evidence?.recording_id;
    const isHere = !recorded || recorded === origin.video?.upload_id || now.isOfPart;
    const own = reports.get(first(row)) ?? [];
    const shown = {
      id: task.id,
      status: task.status,
      title: task.title,
      due_at: task.dueAt,
      priority: task.priority,
      created_at: task.createdAt.toISOString(),
      origin_task_id: task.originTaskId,
      decision: decisionOf(origin.agenda[at], task.decisionId),
      agenda_position: at >= 0 ? at + 1 : null,
      protocol_id: task.protocolId,
      protocol_number: origin.number,
      protocol_title: origin.title,
      protocol_held_at: origin.heldAt,
      chairman_name: row.chairman,
      secretary_name: row.secretary,
      is_signed: row.mayRead,
      // The quote is removed, since it is a line of the transcript.
      evidence: task.evidence && row.mayWatch && isHere ? plainEvidence(task.evidence) : null,
      is_handed_over: !row.isOwn,
      reports: own.map((report) => reportView(report, links)),
    };
    return row.isOwn ? shown : asReported(shown, own[0]?.task);
  });
  const count = () =>
    db
      .select({ all: countedRows })
      .from(tasks)
      .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
      .where(isListed(db, userId, query));
  return { rows, meta: await pageMetaBy(query, found, count) };
}

/**
 * Rank of a task by the deadline that `asSigned` shows: while a signed protocol is reopened, that of its last signed
 * edition.
 */
const shownRank = sql`case when ${protocols.stage} = 'final' then ${tasks.listRank} else coalesce((
  select task_rank(${tasks.status}, task ->> 'due_at')
  from (select snapshot -> 'protocol' -> 'tasks' as given from ${finalVersions}
      where ${finalVersions.protocolId} = ${tasks.protocolId} order by ${finalVersions.edition} desc limit 1) signed,
    jsonb_array_elements(signed.given) task
  where task ->> 'id' = ${tasks.id}), ${tasks.listRank}) end`;

const listOrder = [asc(shownRank), ...newestFirst(tasks)];

/** Condition on `tasks` and `protocols` in a query: the task is in this person's list. */
function isListed(db: Db, userId: string, { status, now }: Query): SQL | undefined {
  // A filtered list shows only the person's own tasks, not those handed over.
  const handedOver = status === undefined ? isReassignedAfterReport(db, userId) : undefined;
  const isOwn = and(isGivenTo(userId), isNotCarriedOn(db));
  return and(isOrWasOf(userId), or(isOwn, handedOver), status && isRanked(status, now, shownRank));
}

/** Returns the page on which a task stands, by its own id or that of the first of its chain; undefined where none has it. */
async function pageOfTask(db: Db, userId: string, query: Query, taskId: string): Promise<number | undefined> {
  const rows = await db
    .select({ id: tasks.id, first: firstTask })
    .from(tasks)
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .where(isListed(db, userId, query))
    .orderBy(...listOrder);
  const own = rows.findIndex(({ id }) => id === taskId);
  const place = own >= 0 ? own : rows.findIndex(({ first }) => first === taskId);
  return place < 0 ? undefined : Math.floor(place / query.limit) + 1;
}

type OwnTaskRow = {
  task: typeof tasks.$inferSelect;
  origin: Pick<typeof protocols.$inferSelect, 'number' | 'title' | 'heldAt' | 'agenda'>;
  chairman: string | null;
};

/** Returns a task with the texts of the last signed edition, since those of the next one are being written. */
function asSigned<T extends OwnTaskRow>(row: T, { number, protocol, chairman }: LastEdition): T {
  const { title, held_at: heldAt, agenda } = protocol;
  const origin = { ...row.origin, number, title: title ?? '', heldAt: heldAt ?? null, agenda: agenda ?? [] };
  const signed = protocol.tasks?.find(({ id }) => id === row.task.id);
  if (!signed) return { ...row, origin, chairman };
  const { agenda_id, decision_id, due_at, evidence = null, priority = null } = signed;
  const task = {
    ...row.task,
    ...{ title: signed.title ?? '', agendaId: agenda_id ?? null, decisionId: decision_id ?? null },
    ...{ dueAt: due_at ?? null, evidence, priority },
  };
  return { ...row, origin, chairman, task };
}

/** Returns a task that is somebody else's now as the person last reported on it: what was written since is not theirs. */
function asReported(row: OwnTask, reported: ReportedTask | null | undefined): OwnTask {
  const unknown = { title: null, status: 'in_progress', due_at: null, protocol_number: null, protocol_title: null };
  const hidden = { priority: null, decision: null, agenda_position: null, evidence: null };
  return { ...row, ...(reported ?? unknown), ...hidden };
}

function decisionOf(item: AgendaItem | undefined, decisionId: string | null): string | null {
  const decision = decisionId === null ? undefined : item?.decisions?.find(({ id }) => id === decisionId);
  return decision?.text?.trim() || null;
}
