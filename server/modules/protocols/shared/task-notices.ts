import type { NoticeFacts } from '#contract/notices/notice.ts';
import {
  endOfTask,
  lastOfTask,
  listOthersNotified,
  type NoticeDraft,
  type Notices,
  releaseKey,
  withdrawUnsent,
} from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { type AssignedTask, assignmentsOf, firstTasksOf, originIdOf } from './assigned-task-rows.ts';
import { factsOf, joinedFacts, type TaskChange, taskChanges } from './task-changes.ts';

type Context = {
  db: Db;
  notices: Pick<Notices, 'tell'>;
  /** Person who makes the change, who needs no notice. */
  actorId: string;
  now: Date;
};

/** The tasks that a write may change: all of a protocol, and one that a task of it continues. */
type Touched = { protocolId: string; originId?: string | null | undefined };

/** Notices of one change, and the people whose unsent notices they replace. */
type TaskNotices = { drafts: NoticeDraft[]; withdrawnFor: string[] };

type ChangeOf<Kind extends TaskChange['kind']> = Extract<TaskChange, { kind: Kind }>;

const noNotices: TaskNotices = { drafts: [], withdrawnFor: [] };

/** Delay of mails and pushes about a change, since a person who corrects a protocol makes several changes. */
const settledMs = 5 * 60 * 1000;

/** Runs a write, and in its transaction notifies everybody whose tasks it assigned, withdrew or changed. */
export async function withTaskNotices<T>(context: Context, touched: Touched, write: () => Promise<T>): Promise<T> {
  const { db, notices } = context;
  const originId = touched.originId ? await originIdOf(db, touched.originId) : undefined;
  const known = [...(originId === undefined ? [] : [originId]), ...(await firstTasksOf(db, touched.protocolId))];
  const before = await assignmentsOf(db, known);
  const result = await write();
  const after = await assignmentsOf(db, [...new Set([...known, ...(await firstTasksOf(db, touched.protocolId))])]);
  const found: TaskNotices[] = [];
  for (const change of taskChanges(before, after)) found.push(await noticesFor(context, change));
  const drafts = found.flatMap((each) => each.drafts);
  await notices.tell(db, drafts, settledMs, new Set(found.flatMap((each) => each.withdrawnFor)));
  return result;
}

function noticesFor(context: Context, change: TaskChange): Promise<TaskNotices> {
  if (change.kind === 'assigned') return noticesOfAssigned(context, change);
  if (change.kind === 'unassigned') return noticesOfUnassigned(context, change);
  if (change.kind === 'done') return noticesOfDone(context, change);
  return noticesOfChanged(context, change);
}

/** Returns the notice to the new assignee, unless they know of the task already, and those to former assignees. */
async function noticesOfAssigned(context: Context, change: ChangeOf<'assigned'>): Promise<TaskNotices> {
  const { db, actorId } = context;
  const { user_id: userId, first_id: taskId } = change.task;
  const draft = draftOf(change.task, context);
  const former = await noticesToFormerAssignees(context, change);
  const others = former.drafts.filter((each) => each.userId !== actorId);
  if (userId === actorId) return { drafts: others, withdrawnFor: former.withdrawnFor };
  const unsent = await withdraw(db, { userId, taskId });
  const withdrawnFor = [...former.withdrawnFor, ...unsent.withdrawnFor];
  const known = unsent.hasAssignment ? undefined : await noticesOfKnown(db, change, draft);
  if (known) return { drafts: [...others, ...known], withdrawnFor };
  await releaseKey(db, { userId, kind: 'task_given', key: taskId }, draft.key);
  return { drafts: [...others, assignmentNotice(draft)], withdrawnFor };
}

/** Returns the notice to the person who lost a task, unless they were never told that they had it. */
async function noticesOfUnassigned(context: Context, { task }: ChangeOf<'unassigned'>): Promise<TaskNotices> {
  const { db, actorId } = context;
  const { user_id: userId, first_id: taskId } = task;
  const draft = draftOf(task, context);
  const { hasAssignment, withdrawnFor } =
    userId === actorId ? { hasAssignment: true, withdrawnFor: [] } : await withdraw(db, { userId, taskId });
  await releaseKey(db, { userId, kind: 'task_given', key: taskId }, draft.key);
  return { drafts: hasAssignment ? [] : [unassignmentNotice(draft)], withdrawnFor };
}

/** Ends the notices to the assignee of a task that is done: nothing is left to be asked of them. */
async function noticesOfDone({ db, now }: Context, { task }: ChangeOf<'done'>): Promise<TaskNotices> {
  const hadNotices = await endOfTask(db, { userId: task.user_id, taskId: task.first_id }, now);
  return { drafts: [], withdrawnFor: hadNotices ? [task.user_id] : [] };
}

/** Returns one notice of a change, which replaces all unsent notices to the assignee about the same task. */
async function noticesOfChanged(context: Context, { task, was, changes }: ChangeOf<'changed'>): Promise<TaskNotices> {
  const { db, actorId } = context;
  const { user_id: userId, first_id: taskId } = task;
  if (userId === actorId) return noNotices;
  const draft = draftOf(task, context);
  const { unsent, hasAssignment, withdrawnFor } = await withdraw(db, { userId, taskId });
  if (hasAssignment) return { drafts: changes.includes('cancelled') ? [] : [assignmentNotice(draft)], withdrawnFor };
  const was_due_at = changes.includes('due') ? was.due_at : null;
  const changed = { ...draft.facts, was_due_at, changes };
  const [earlier] = unsent;
  const facts = earlier ? joinedFacts(earlier.facts, changed) : changed;
  return { drafts: facts ? [{ ...draft, facts }] : [], withdrawnFor };
}

/** Deletes the unsent notices to the person about a task. */
async function withdraw(db: Db, person: { userId: string; taskId: string }) {
  const unsent = await withdrawUnsent(db, { ...person, kinds: ['task_given', 'task_changed'] });
  return {
    unsent,
    hasAssignment: unsent.some(({ kind }) => kind === 'task_given'),
    withdrawnFor: unsent.length > 0 ? [person.userId] : [],
  };
}

type ChangeDraft = ReturnType<typeof draftOf>;

function draftOf(task: AssignedTask, { now }: Pick<Context, 'now'>) {
  const { user_id: userId, first_id: taskId, protocol_id: protocolId } = task;
  const key = `${taskId}:${now.toISOString()}`;
  return { userId, taskId, protocolId, kind: 'task_changed' as const, key, facts: factsOf(task) };
}

const assignmentNotice = (draft: ChangeDraft): NoticeDraft => ({ ...draft, kind: 'task_given', key: draft.taskId });

/** Stored as a change of the kind `taken`. */
const unassignmentNotice = (draft: ChangeDraft): NoticeDraft => ({
  ...draft,
  facts: { ...draft.facts, changes: ['taken'] },
});

/**
 * Returns the notices to people whose last notice says that the task is theirs, though it is somebody else's now: a
 * late video took the protocol back to an earlier stage, and the task was reassigned in the draft. People who already
 * know get none.
 */
async function noticesToFormerAssignees(context: Context, { task, was }: ChangeOf<'assigned'>): Promise<TaskNotices> {
  const { db } = context;
  const { first_id: taskId } = task;
  const drafts: NoticeDraft[] = [];
  const withdrawnFor: string[] = [];
  for (const { userId } of await listOthersNotified(db, { userId: task.user_id, taskId })) {
    const draft = draftOf({ ...task, user_id: userId }, context);
    await releaseKey(db, { userId, kind: 'task_given', key: taskId }, draft.key);
    const unsent = await withdraw(db, { userId, taskId });
    withdrawnFor.push(...unsent.withdrawnFor);
    if (!was && !unsent.hasAssignment) drafts.push(unassignmentNotice(draft));
  }
  return { drafts, withdrawnFor };
}

/** Returns the notices to a new assignee who was told of the task before; undefined if it is new to them. */
async function noticesOfKnown(
  db: Db,
  { task, was }: ChangeOf<'assigned'>,
  draft: ChangeDraft,
): Promise<NoticeDraft[] | undefined> {
  if (was && was.user_id !== task.user_id) return undefined;
  const last = await lastOfTask(db, { userId: task.user_id, taskId: task.first_id });
  if (!last || last.facts.changes?.includes('taken')) return undefined;
  return changeNotice(draft, last.facts, was?.status === 'done' || last.facts.changes?.includes('cancelled'));
}

/** Returns a notice of the differences from the last one; empty if there are none. */
function changeNotice(draft: ChangeDraft, last: NoticeFacts, isReopened = false): NoticeDraft[] {
  const due = (last.due_at ?? null) !== draft.facts.due_at;
  const title = last.title?.trim() !== draft.facts.title.trim();
  const changes = [...(isReopened ? ['reopened'] : []), ...(due ? ['due'] : []), ...(title ? ['title'] : [])];
  const was_due_at = due ? (last.due_at ?? null) : null;
  return changes.length > 0 ? [{ ...draft, facts: { ...draft.facts, was_due_at, changes } }] : [];
}
