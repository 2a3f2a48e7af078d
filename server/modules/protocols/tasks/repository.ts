import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { taskUpdate } from '#contract/tasks/task.ts';
import { findUnselectable } from '#server/modules/identity/index.ts';
import { endOfDay, type OfficeTime } from '#server/platform/days/index.ts';
import { conflictExplainer, type Db, idConflict, newId } from '#server/platform/db/index.ts';
import { forgetReplies } from '#server/platform/idempotency/index.ts';
import { invalidField, notFound } from '#server/platform/problem/index.ts';
import { refreshTaskSearch } from '#server/schema/derived/task-search.ts';
import { protocols } from '#server/schema/protocols.ts';
import { tasks } from '#server/schema/work.ts';
import { closeReportsOfFormerAssignees, releaseReports } from '../shared/close-reports.ts';
import type { ProtocolRow } from '../shared/protocol-access-repository.ts';
import { taskFields } from '../shared/task-rows.ts';
import { assertAgendaItem, assertTaskEditable } from './policy.ts';

export type TaskRow = typeof tasks.$inferSelect;
type Fields = z.output<typeof taskUpdate>;

const explainConflict = conflictExplainer({ tasks_pkey: idConflict });

/** Adds a task to a protocol that the caller has locked and may edit. */
export async function createTask(
  db: Db,
  protocol: ProtocolRow,
  id: string,
  body: Fields & { title: string },
  { now, zone }: OfficeTime,
): Promise<TaskRow> {
  assertAgendaItem(protocol.agenda, body.agenda_id);
  await assertAssignee(db, protocol.ownerId, body.assignee_id);
  const origin = await lockOrigin(db, protocol.ownerId, body.origin_task_id);
  const whose = { id, protocolId: protocol.id, ownerId: protocol.ownerId, createdAt: now, updatedAt: now };
  const carried = { originTaskId: origin?.first ?? null, ...(origin && { status: origin.status }) };
  const values = { ...carried, ...columnsOf(body, zone), ...whose, title: body.title };
  const [row] = await db.insert(tasks).values(values).returning().catch(explainConflict);
  if (origin) await followStatus(db, row as TaskRow);
  await refreshTaskSearch(db, eq(tasks.id, id));
  return row as TaskRow;
}

/**
 * Adds the task sent together with an edit of the protocol, unless it exists already: the same edit may be repeated,
 * based on another version.
 */
export async function addTask(
  db: Db,
  protocol: ProtocolRow,
  body: Fields & { title: string },
  time: OfficeTime,
): Promise<void> {
  const id = newId(body.id);
  const [known] = await db.select({ protocolId: tasks.protocolId }).from(tasks).where(eq(tasks.id, id));
  if (known?.protocolId === protocol.id) return;
  // A 409 for the id would tell the client that the whole edit was done.
  if (known) throw invalidField('new_task', 'Поручение с таким идентификатором уже есть в другом протоколе');
  await createTask(db, protocol, id, body, time);
}

/**
 * Returns the owner's task and its protocol, both locked until the transaction ends, or throws a 404. For the assignee
 * the owner is left out, since it may change meanwhile.
 */
export async function lockTask(
  db: Db,
  ownerId: string | undefined,
  id: string,
): Promise<{ task: TaskRow; protocol: ProtocolRow }> {
  const own = and(eq(tasks.id, id), ownerId === undefined ? undefined : eq(tasks.ownerId, ownerId));
  const { protocolId, originTaskId } = tasks;
  const [found] = await db.select({ protocolId, originTaskId }).from(tasks).where(own);
  if (!found) throw notFound('Поручение не найдено');
  // The protocol is locked first, as everywhere else, so that finalizing and this wait for each other.
  const [protocol] = await db.select().from(protocols).where(eq(protocols.id, found.protocolId)).for('update');
  if (!protocol) throw notFound('Поручение не найдено');
  // All tasks that carry it are locked together and in a fixed order, so that a change in another protocol waits for
  // this one without a deadlock. The row of that other protocol is not needed for a status.
  const carried = carriedBy(ownerId ?? protocol.ownerId, found.originTaskId ?? id);
  const locked = await db.select().from(tasks).where(carried).orderBy(asc(tasks.id)).for('update');
  const task = locked.find((row) => row.id === id);
  if (!task) throw notFound('Поручение не найдено');
  return { task, protocol };
}

/** Applies the fields that differ; in a final protocol only the status may. */
export async function updateTask(
  db: Db,
  { task, protocol }: { task: TaskRow; protocol: ProtocolRow },
  body: Fields,
  { now, zone }: OfficeTime,
): Promise<TaskRow> {
  const set = differing(columnsOf(body, zone), task);
  assertTaskEditable(protocol.stage, Object.keys(set));
  if (Object.keys(set).length === 0) return task;
  assertAgendaItem(protocol.agenda, set.agendaId);
  await assertAssignee(db, task.ownerId, set.assigneeId);
  const changed = { ...set, updatedAt: now };
  const [row] = await db.update(tasks).set(changed).where(eq(tasks.id, task.id)).returning();
  await refreshTaskSearch(db, eq(tasks.id, task.id));
  if (set.assigneeId !== undefined) await closeReportsOfFormerAssignees(db, [task.originTaskId ?? task.id], now);
  if (set.status !== undefined) await followStatus(db, row as TaskRow);
  return row as TaskRow;
}

export async function deleteTask(db: Db, id: string, now: Date): Promise<void> {
  await releaseReports(db, [id], now);
  await forgetReplies(db, [id]);
  await db.delete(tasks).where(eq(tasks.id, id));
}

/**
 * Locks the task that another one continues, in all protocols that carry it, so that its status does not change
 * meanwhile.
 * @returns the id of the first of the chain, and its status; undefined if there is none, or it is gone
 */
async function lockOrigin(
  db: Db,
  ownerId: string,
  id: string | null | undefined,
): Promise<{ first: string; status: TaskRow['status'] } | undefined> {
  if (!id) return undefined;
  const [found] = await db
    .select({ first: sql<string>`coalesce(${tasks.originTaskId}, ${tasks.id})` })
    .from(tasks)
    .where(and(eq(tasks.id, id), eq(tasks.ownerId, ownerId)));
  if (!found) return undefined;
  const chain = await db
    .select({ id: tasks.id, status: tasks.status })
    .from(tasks)
    .where(carriedBy(ownerId, found.first))
    .orderBy(asc(tasks.id))
    .for('update');
  const origin = chain.find((row) => row.id === id);
  return origin && { first: found.first, status: origin.status };
}

/** Copies the status of a task to its rows in all protocols that carry it. */
async function followStatus(db: Db, { id, ownerId, originTaskId, status, updatedAt }: TaskRow): Promise<void> {
  await db
    .update(tasks)
    .set({ status, updatedAt })
    .where(and(carriedBy(ownerId, originTaskId ?? id), ne(tasks.id, id), ne(tasks.status, status)));
}

/** Condition for the rows of one task in all protocols that carry it; `first` is the one that the others continue. */
function carriedBy(ownerId: string, first: string): SQL | undefined {
  return and(or(eq(tasks.id, first), eq(tasks.originTaskId, first)), eq(tasks.ownerId, ownerId));
}

async function assertAssignee(db: Db, ownerId: string, id: string | null | undefined): Promise<void> {
  if (id && (await findUnselectable(db, ownerId, [id])).length > 0) {
    throw invalidField('assignee_id', 'Такого пользователя нет');
  }
}

type Columns = Partial<typeof tasks.$inferInsert>;

/**
 * Returns the columns that a client may change and the body names: neither the id nor the task that it continues, which
 * are only set on creation.
 */
function columnsOf(body: Fields, zone: string): Columns {
  const written = taskFields.filter(
    ({ name }) => name in taskUpdate.shape && name !== 'id' && name !== 'origin_task_id',
  );
  const columns = written.flatMap(({ property, name }) => (body[name] === undefined ? [] : [[property, body[name]]]));
  return {
    ...Object.fromEntries(columns),
    ...(body.due_at !== undefined && { dueAt: body.due_at && endOfDay(body.due_at, zone) }),
  };
}

/** Drops unchanged columns, since a client may send the whole task back. */
function differing(set: Columns, row: TaskRow): Columns {
  const isNew = ([column, value]: [string, unknown]) => !isDeepStrictEqual(value, row[column as keyof TaskRow]);
  return Object.fromEntries(Object.entries(set).filter(isNew));
}
