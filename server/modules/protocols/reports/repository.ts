import { and, eq, type SQL } from 'drizzle-orm';
import type { ReportDecision } from '#contract/tasks/report.ts';
import type { NoticeDraft } from '#server/modules/notices/index.ts';
import type { OfficeTime } from '#server/platform/days/index.ts';
import { conflictExplainer, type Db, idConflict } from '#server/platform/db/index.ts';
import type { AttachedFile } from '#server/platform/files/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { type ReportedTask, reportFiles, taskReports } from '#server/schema/reports.ts';
import { tasks } from '#server/schema/work.ts';
import { type AssignedTask, assignmentsOf } from '../shared/assigned-task-rows.ts';
import { isGivenTo, isNotCarriedOn } from '../shared/assignment-conditions.ts';
import { type ReportRow, reportsWhere, type ShownReport } from '../shared/report-rows.ts';
import { factsOf } from '../shared/task-changes.ts';
import { lockTask, updateTask } from '../tasks/repository.ts';
import {
  assertDecidable,
  assertReportable,
  assertWithdrawable,
  noSuchOwnTask,
  noSuchReport,
  reportWaits,
} from './policy.ts';

const explainConflict = conflictExplainer({ task_reports_pkey: idConflict, task_reports_waiting: reportWaits });

/** Throws a 404 unless the task is assigned to this person. */
export async function assertGivenTask(db: Db, { userId, taskId }: { userId: string; taskId: string }): Promise<void> {
  const [found] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .where(and(eq(tasks.id, taskId), isGivenTo(userId), isNotCarriedOn(db, userId)));
  if (!found) throw noSuchOwnTask();
}

/**
 * Throws a 404 unless the task is or was assigned to this person: whoever lost it may still repeat a report whose answer
 * did not arrive.
 */
export async function assertEverGiven(db: Db, { userId, taskId }: { userId: string; taskId: string }): Promise<void> {
  const reported = and(eq(taskReports.taskId, taskId), eq(taskReports.authorId, userId));
  if ((await db.$count(taskReports, reported)) === 0) await assertGivenTask(db, { userId, taskId });
}

/** Returns the report made by an earlier attempt of the same request; undefined if there is none with this id. */
export async function findSameReport(
  db: Db,
  { id, taskId, userId, text }: { id: string | undefined; taskId: string; userId: string; text: string },
): Promise<ReportRow | undefined> {
  if (id === undefined) return undefined;
  const own = and(eq(taskReports.id, id), eq(taskReports.authorId, userId), eq(taskReports.taskId, taskId));
  const [row] = await db.select().from(taskReports).where(own);
  return row?.text === text ? row : undefined;
}

/** Adds a report of the assignee, with files that are already in the storage. */
export async function createReport(
  db: Db,
  { id, taskId, userId, text }: { id: string; taskId: string; userId: string; text: string },
  files: readonly AttachedFile[],
  now: Date,
): Promise<void> {
  await assertGivenTask(db, { userId, taskId });
  // The lock waits for a concurrent cancellation or reassignment of the task.
  const { task } = await lockTask(db, undefined, taskId);
  if (task.assigneeId !== userId) throw noSuchOwnTask();
  assertReportable(task.status);
  const firstTaskId = task.originTaskId ?? task.id;
  const seen = (await assignmentsOf(db, [firstTaskId])).get(firstTaskId);
  const row = { id, taskId, firstTaskId, authorId: userId, text, task: seen && reportedTask(seen), createdAt: now };
  await db.insert(taskReports).values(row).catch(explainConflict);
  const rows = files.map(({ id: fileId, name, type, size, key: storageKey }) => {
    return { id: fileId, reportId: id, name, type, size, storageKey, createdAt: now };
  });
  if (rows.length > 0) await db.insert(reportFiles).values(rows);
}

function reportedTask({ title, status, due_at, protocol_number, protocol_title }: AssignedTask): ReportedTask {
  return { title, status, due_at, protocol_number, protocol_title };
}

/**
 * Withdraws the author's report and deletes its files. Repeating it changes nothing.
 * @returns the id of the task's owner
 */
export async function withdrawReport(
  db: Db,
  { userId, reportId }: { userId: string; reportId: string },
  now: Date,
): Promise<string> {
  const own = and(eq(taskReports.id, reportId), eq(taskReports.authorId, userId));
  const { report, task } = await lockReport(db, own);
  if (report.state === 'withdrawn') return task.ownerId;
  assertWithdrawable(report, task.status);
  await db.update(taskReports).set({ state: 'withdrawn', decidedAt: now }).where(eq(taskReports.id, reportId));
  const files = await db.delete(reportFiles).where(eq(reportFiles.reportId, reportId)).returning();
  const keys = files.map(({ storageKey }) => storageKey);
  await discardFiles(db, keys, now);
  return task.ownerId;
}

/**
 * Confirms a report, which completes its task in every protocol that carries it, or returns it. Repeating the decision
 * changes nothing.
 * @returns whether the task is done now: it may have been reopened since an earlier attempt
 */
export async function decideReport(
  db: Db,
  { ownerId, reportId }: { ownerId: string; reportId: string },
  decision: ReportDecision,
  office: OfficeTime,
): Promise<boolean> {
  const { report, task, protocol } = await lockReport(db, eq(taskReports.id, reportId), ownerId);
  if (report.state === decision.state && (!decision.answer || decision.answer === report.answer)) {
    return task.status === 'done';
  }
  assertDecidable(report, task, decision);
  const { state, answer } = decision;
  const set = { state, answer: answer || null, decidedAt: office.now };
  await db.update(taskReports).set(set).where(eq(taskReports.id, reportId));
  if (state !== 'confirmed') return task.status === 'done';
  await updateTask(db, { task, protocol }, { status: 'done' }, office);
  return true;
}

/**
 * Returns a report with its task and protocol, all locked until the transaction ends; throws a 404 if there is none, or
 * if the task belongs to another owner.
 */
async function lockReport(db: Db, which: SQL | undefined, ownerId?: string) {
  const [found] = await db
    .select({ id: taskReports.id, taskId: taskReports.taskId })
    .from(taskReports)
    .innerJoin(tasks, eq(tasks.id, taskReports.taskId))
    .where(and(which, ownerId === undefined ? undefined : eq(tasks.ownerId, ownerId)));
  if (!found) throw noSuchReport();
  const locked = await lockTask(db, ownerId, found.taskId);
  const [report] = await db.select().from(taskReports).where(eq(taskReports.id, found.id)).for('update');
  if (!report) throw noSuchReport();
  return { report, ...locked };
}

/** Returns a report with everything shown of it; the caller knows that it exists. */
export async function showReport(db: Db, id: string): Promise<ShownReport> {
  const [row] = await reportsWhere(db, eq(taskReports.id, id));
  if (!row) throw noSuchReport();
  return row;
}

/** Returns a file of a report, with the people who may read it without a signature. */
export async function findReportFile(db: Db, { reportId, fileId }: { reportId: string; fileId: string }) {
  const { name, size, storageKey: key } = reportFiles;
  const [file] = await db
    .select({ name, size, key, ownerId: tasks.ownerId, authorId: taskReports.authorId })
    .from(reportFiles)
    .innerJoin(taskReports, eq(taskReports.id, reportFiles.reportId))
    .innerJoin(tasks, eq(tasks.id, taskReports.taskId))
    .where(and(eq(reportFiles.id, fileId), eq(reportFiles.reportId, reportId)));
  return file;
}

/** Returns the notices of a report: to the secretary that it came, to its author how it was answered. */
export async function reportDrafts(
  db: Db,
  id: string,
  kind: 'report_came' | 'report_answered',
  actorId: string,
): Promise<NoticeDraft[]> {
  const [row] = await db
    .select({
      ...{
        authorId: taskReports.authorId,
        byName: users.name,
        ownerId: tasks.ownerId,
        taskId: taskReports.firstTaskId,
      },
      ...{ state: taskReports.state, answer: taskReports.answer, protocolId: tasks.protocolId },
      ...{ title: tasks.title, dueAt: tasks.dueAt, number: protocols.number, name: protocols.title },
    })
    .from(taskReports)
    .innerJoin(tasks, eq(tasks.id, taskReports.taskId))
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .innerJoin(users, eq(users.id, taskReports.authorId))
    .where(eq(taskReports.id, id));
  const userId = kind === 'report_came' ? row?.ownerId : row?.authorId;
  if (!row || !userId || userId === actorId) return [];
  const { taskId, protocolId, title, dueAt: due_at, number: protocol_number, name: protocol_title } = row;
  // The author sees the signed texts while the next edition is a draft; the secretary sees the current ones.
  const given = kind === 'report_answered' ? (await assignmentsOf(db, [taskId])).get(taskId) : undefined;
  const ofKind = kind === 'report_came' ? { by_name: row.byName } : { state: row.state, answer: row.answer };
  const facts = { ...(given ? factsOf(given) : { title, due_at, protocol_number, protocol_title }), ...ofKind };
  return [{ userId, kind, key: kind === 'report_came' ? id : `${id}:${row.state}`, taskId, protocolId, facts }];
}
