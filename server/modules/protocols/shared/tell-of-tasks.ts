import type { NoticeFacts } from '#contract/notice.ts';
import {
  lastOfTask,
  listOthersNotified,
  type NoticeDraft,
  type Notices,
  releaseKey,
  withdrawUnsent,
} from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { firstTaskOf, firstTasksOf, type GivenTask, whoHas } from './given-rows.ts';
import { factsOf, joinedFacts, type TaskChange, taskChanges } from './task-changes.ts';

type Telling = {
  db: Db;
  notices: Pick<Notices, 'tell'>;
  /** Who makes the change: they know it. */
  actorId: string;
  now: Date;
};

/** Which tasks a write may change: all of a protocol, and one that a task of it goes on with. */
type Touched = { protocolId: string; originId?: string | null | undefined };

/** Mails and pushes of a change wait for so long: whoever corrects a protocol changes more than one thing. */
const settledMs = 5 * 60 * 1000;

/** Does a write, and tells in its transaction whoever got a task by it, lost one, or has another than before. */
export async function notifyingOfTasks<T>(telling: Telling, touched: Touched, write: () => Promise<T>): Promise<T> {
  const { db, notices } = telling;
  const named = touched.originId ? await firstTaskOf(db, touched.originId) : [];
  const known = [...named, ...(await firstTasksOf(db, touched.protocolId))];
  const before = await whoHas(db, known);
  const result = await write();
  const after = await whoHas(db, [...new Set([...known, ...(await firstTasksOf(db, touched.protocolId))])]);
  const drafts: NoticeDraft[] = [];
  const lost = new Set<string>();
  for (const change of taskChanges(before, after)) {
    drafts.push(...(await draftsOf(db, change, telling, lost)));
  }
  await notices.tell(db, drafts, settledMs, lost);
  return result;
}

/** What is told of a change, in place of what nobody has been told yet of the same task. */
async function draftsOf(
  db: Db,
  change: TaskChange,
  { actorId, now }: Telling,
  lost: Set<string>,
): Promise<NoticeDraft[]> {
  const { task } = change;
  const { user_id: userId, first_id: taskId } = task;
  const key = `${taskId}:${now.toISOString()}`;
  const fromOthers = change.kind === 'given' ? await noticesToFormerAssignees(db, change, key, lost) : [];
  const others = fromOthers.filter((draft) => draft.userId !== actorId);
  if (userId === actorId) {
    if (change.kind === 'taken') await releaseKey(db, { userId, kind: 'task_given', key: taskId }, key);
    return others;
  }
  const draft = draftOf(task, key);
  const unsent = await withdraw(db, { userId, taskId }, lost);
  const isNews = unsent.some(({ kind }) => kind === 'task_given');
  const given = { ...draft, kind: 'task_given' as const, key: taskId };
  if (change.kind === 'given') {
    const believed = isNews ? undefined : await believedOf(db, change);
    if (believed) return [...others, ...differing(draft, believed)];
    await releaseKey(db, { userId, kind: 'task_given', key: taskId }, key);
    return [...others, given];
  }
  if (change.kind === 'taken') {
    await releaseKey(db, { userId, kind: 'task_given', key: taskId }, key);
    return isNews ? [] : [{ ...draft, facts: { ...draft.facts, changes: ['taken'] } }];
  }
  if (isNews && !change.changes.includes('cancelled')) return [given];
  const was_due_at = change.changes.includes('due') ? change.was.due_at : null;
  const known = { ...draft.facts, was_due_at, changes: change.changes };
  const [earlier] = unsent;
  const facts = earlier && !isNews ? joinedFacts(earlier.facts, known) : known;
  return facts && !isNews ? [{ ...draft, facts }] : [];
}

/** Takes back what the person has not been told of a task, and notes whose list is shorter by it. */
async function withdraw(db: Db, of: { userId: string; taskId: string }, lost: Set<string>) {
  const unsent = await withdrawUnsent(db, { ...of, kinds: ['task_given', 'task_changed'] });
  if (unsent.length > 0) lost.add(of.userId);
  return unsent;
}

function draftOf(task: GivenTask, key: string) {
  const { user_id: userId, first_id: taskId, protocol_id: protocolId } = task;
  return { userId, taskId, protocolId, kind: 'task_changed' as const, key, facts: factsOf(task) };
}

type Given = Extract<TaskChange, { kind: 'given' }>;

/**
 * Who still holds a task for theirs that is somebody else's now. They are told where they had it last: a late video took
 * the protocol back, and it was handed over in the draft. What was done or told before is over for them.
 */
async function noticesToFormerAssignees(
  db: Db,
  { task, was }: Given,
  key: string,
  lost: Set<string>,
): Promise<NoticeDraft[]> {
  const drafts: NoticeDraft[] = [];
  for (const { userId } of await listOthersNotified(db, { userId: task.user_id, taskId: task.first_id })) {
    await releaseKey(db, { userId, kind: 'task_given', key: task.first_id }, key);
    const unsent = await withdraw(db, { userId, taskId: task.first_id }, lost);
    if (was || unsent.some(({ kind }) => kind === 'task_given')) continue;
    const draft = draftOf({ ...task, user_id: userId }, key);
    drafts.push({ ...draft, facts: { ...draft.facts, changes: ['taken'] } });
  }
  return drafts;
}

/** What the person to whom a task is given knows of it already; undefined where it is news to them. */
async function believedOf(db: Db, { task, was }: Given): Promise<NoticeFacts | undefined> {
  if (was && (was.user_id !== task.user_id || was.status === 'done')) return undefined;
  const last = await lastOfTask(db, { userId: task.user_id, taskId: task.first_id });
  const isOver = last?.facts.changes?.some((change) => change === 'taken' || change === 'cancelled');
  return isOver ? undefined : last?.facts;
}

/** A notice of what is not as it was told. */
function differing(draft: ReturnType<typeof draftOf>, known: NoticeFacts): NoticeDraft[] {
  const due = (known.due_at ?? null) !== draft.facts.due_at;
  const title = known.title?.trim() !== draft.facts.title.trim();
  const changes = [...(due ? ['due'] : []), ...(title ? ['title'] : [])];
  const was_due_at = due ? (known.due_at ?? null) : null;
  return changes.length > 0 ? [{ ...draft, facts: { ...draft.facts, was_due_at, changes } }] : [];
}
