import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { NoticeFacts, NoticeKind } from '#contract/notices/notice.ts';
import type { Role } from '#contract/roles.ts';
import { type Db, offsetOf, type Paging, pageMetaOf } from '#server/platform/db/index.ts';
import { meetings } from '#server/schema/meetings.ts';
import { notices, weekSummaries } from '#server/schema/notices.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { tasks } from '#server/schema/work.ts';
import type { NoticeDraft } from './notice-draft.ts';
import { isToldTo } from './recipients.ts';

const maxAgeDays = 400;

/** Deletes unread notices of a task for which no mail or push was sent yet, since another notice replaces them. */
export async function withdrawUnsent(
  db: Db,
  { userId, taskId, kinds }: { userId: string; taskId: string; kinds: NoticeKind[] },
): Promise<{ kind: NoticeKind; facts: NoticeFacts }[]> {
  return db
    .delete(notices)
    .where(
      and(
        ...[eq(notices.userId, userId), eq(notices.taskId, taskId), inArray(notices.kind, kinds)],
        isNull(notices.readAt),
        isNull(notices.toldAt),
        or(isNotNull(notices.mailDue), isNotNull(notices.pushDue)),
      ),
    )
    .returning({ kind: notices.kind, facts: notices.facts });
}

type OfTask = Pick<NoticeDraft, 'userId' | 'taskId'>;

/** Kinds that ask the assignee for work on a task. */
const kindsOfWork = ['task_given', 'task_changed', 'task_due_3', 'task_due_1', 'task_overdue'] as const;

/**
 * Ends the notices that ask a person for work on a task which is done: deletes those not sent yet, and marks the others
 * as read. @returns whether there were any
 */
export async function endOfTask(db: Db, { userId, taskId }: OfTask, now: Date): Promise<boolean> {
  if (!taskId) return false;
  const unsent = await withdrawUnsent(db, { userId, taskId, kinds: [...kindsOfWork] });
  const seen = await db
    .update(notices)
    .set({ readAt: now })
    .where(
      and(
        ...[eq(notices.userId, userId), eq(notices.taskId, taskId), inArray(notices.kind, kindsOfWork)],
        isNull(notices.readAt),
      ),
    )
    .returning({ id: notices.id });
  return unsent.length + seen.length > 0;
}

/** Returns the last notice to a person about a task: whether it was given to them or changed. */
export async function lastOfTask(db: Db, { userId, taskId }: OfTask) {
  const { kind, facts, createdAt, id } = notices;
  const of = and(eq(notices.userId, userId), eq(notices.taskId, taskId ?? ''));
  const [row] = await db
    .select({ kind, facts })
    .from(notices)
    .where(and(of, inArray(kind, ['task_given', 'task_changed'])))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return row;
}

/** Returns the other people who were told that they have the task, and not since that they lost it. */
export async function listOthersNotified(db: Db, { userId, taskId }: OfTask) {
  const given = and(eq(notices.taskId, taskId ?? ''), eq(notices.kind, 'task_given'), eq(notices.key, taskId ?? ''));
  return db
    .select({ userId: notices.userId, facts: notices.facts })
    .from(notices)
    .where(and(given, ne(notices.userId, userId)));
}

/** Changes the key of a notice, so that the same can be notified again. */
export async function releaseKey(
  db: Db,
  { userId, kind, key }: Pick<NoticeDraft, 'userId' | 'kind' | 'key'>,
  other: string,
): Promise<void> {
  const own = and(eq(notices.userId, userId), eq(notices.kind, kind), eq(notices.key, key));
  await db.update(notices).set({ key: other }).where(own);
}

/** Deletes an unread notice whose cause was undone. */
export async function dropUnread(
  db: Db,
  { userId, kind, key }: Pick<NoticeDraft, 'userId' | 'kind' | 'key'>,
): Promise<void> {
  const own = and(eq(notices.userId, userId), eq(notices.kind, kind), eq(notices.key, key), isNull(notices.readAt));
  await db.delete(notices).where(own);
}

/** Marks a notice as read, since the person has responded to its subject. */
export async function noteSeen(
  db: Db,
  { userId, kind, key }: Pick<NoticeDraft, 'userId' | 'kind' | 'key'>,
  now: Date,
): Promise<void> {
  const own = and(eq(notices.userId, userId), eq(notices.kind, kind), eq(notices.key, key), isNull(notices.readAt));
  await db.update(notices).set({ readAt: now }).where(own);
}

/**
 * True if the subject of a notice was deleted. Work handed over consists of many things, and never counts as deleted.
 */
const isGone = sql<boolean>`case
  when ${notices.kind} = 'work_received' then false
  when ${notices.meetingId} is not null then not exists (select 1 from ${meetings} where ${meetings.id} = ${notices.meetingId})
  when ${notices.kind} = 'report_came' then not exists (select 1 from ${protocols} where ${protocols.id} = ${notices.protocolId})
  else not exists (select 1 from ${tasks} where ${tasks.id} = ${notices.taskId} or ${tasks.originTaskId} = ${notices.taskId}) end`;

const listed = (userId: string) => and(eq(notices.userId, userId), eq(notices.isListed, true));
const unread = (userId: string) => and(listed(userId), isNull(notices.readAt));

/** Returns a page of a person's notices, newest first. */
export async function listNotices(db: Db, userId: string, paging: Paging) {
  const { id, kind, facts, taskId, protocolId, meetingId, createdAt, readAt } = notices;
  const rows = await db
    .select({ ...{ id, kind, facts, taskId, protocolId, meetingId, createdAt, readAt }, isGone })
    .from(notices)
    .where(listed(userId))
    .orderBy(desc(createdAt), desc(id))
    .limit(paging.limit)
    .offset(offsetOf(paging));
  return { rows, meta: pageMetaOf(paging, await db.$count(notices, listed(userId))) };
}

export function countUnread(db: Db, userId: string): Promise<number> {
  return db.$count(notices, unread(userId));
}

/** Marks these notices as read, or all up to a moment; earlier marks stay. */
export async function markRead(
  db: Db,
  userId: string,
  { ids, until }: { ids?: string[] | undefined; until?: string | undefined },
  now: Date,
): Promise<void> {
  const set = { readAt: now };
  if (ids?.length)
    await db
      .update(notices)
      .set(set)
      .where(and(unread(userId), inArray(notices.id, ids)));
  if (until)
    await db
      .update(notices)
      .set(set)
      .where(and(unread(userId), lte(notices.createdAt, new Date(until))));
}

type Waiting = {
  user_id: string;
  kind: string;
  facts: NoticeFacts;
  task_id: string | null;
  protocol_id: string | null;
  meeting_id: string | null;
};
export type WaitingMail = Waiting & { email: string; name: string };
type ClaimedMail = WaitingMail & { role: Role };

/**
 * Condition that a notice asks for work on a task that is over by now. That a task was taken away or cancelled is told
 * all the same.
 */
const isOver = (notice: Record<'kind' | 'taskId' | 'facts', SQLWrapper>) => sql<boolean>`(${notice.kind} in (${sql.join(
  kindsOfWork.map((kind) => sql`${kind}`),
  sql`, `,
)}) and not coalesce(${notice.facts} -> 'changes' ?| array['taken', 'cancelled'], false) and exists (
  select 1 from tasks over where (over.id = ${notice.taskId} or over.origin_task_id = ${notice.taskId})
    and over.status in ('done', 'cancelled')))`;

/**
 * Takes the notices to be mailed to some people: all of a person in one mail, including those not due yet. Concurrent
 * callers skip them; notices already read in the app need no mail, and those that a new role does not get, or whose
 * task is over, are not sent.
 */
export async function claimMails(
  db: Db,
  now: Date,
  maxPeople: number,
): Promise<{ rows: ClaimedMail[]; some: boolean }> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = (await db.execute(sql`
    with due as (select distinct user_id from notices where mail_due <= ${at} order by user_id limit ${maxPeople}),
    claimed as (
      select n.id from notices n where n.mail_due is not null and n.user_id in (select user_id from due)
      for update skip locked),
    told as (
      update notices n set mail_due = null, told_at = coalesce(n.told_at, ${at}) where n.id in (select id from claimed)
      returning n.id, n.user_id, n.kind, n.facts, n.task_id, n.protocol_id, n.meeting_id, n.read_at, n.created_at)
    select t.user_id, t.kind, t.facts, t.task_id, t.protocol_id, t.meeting_id, u.email, u.name, u.role,
      t.read_at is null and not u.is_blocked and ${isToldTo(sql`u.role`, sql`t.kind`)}
        and not ${isOver({ kind: sql`t.kind`, taskId: sql`t.task_id`, facts: sql`t.facts` })} as wanted
    from told t join users u on u.id = t.user_id
    order by t.user_id, t.created_at, t.id`)) as unknown as { rows: (ClaimedMail & { wanted: boolean })[] };
  return { rows: rows.filter(({ wanted }) => wanted), some: rows.length > 0 };
}

/** Returns those of these notices that are still unread, still for this person and not of tasks that are over. */
export function unreadOf(db: Db, userId: string, ids: readonly string[]) {
  return db
    .select(getTableColumns(notices))
    .from(notices)
    .innerJoin(users, and(eq(users.id, notices.userId), isToldTo(users.role, notices.kind)))
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), inArray(notices.id, [...ids]), not(isOver(notices))))
    .orderBy(desc(notices.createdAt), desc(notices.id));
}

/** Deletes notices older than `maxAgeDays`. */
export async function sweepNotices(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - maxAgeDays * 24 * 3600 * 1000);
  await db.delete(notices).where(lte(notices.createdAt, before));
  await db.delete(weekSummaries).where(lte(weekSummaries.createdAt, before));
}
