import { type NoticeDraft, type Notices, releaseKey, withdrawUntold } from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { firstTaskOf, firstTasksOf, whoHas } from './given-rows.ts';
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
export async function tellingOfTasks<T>(telling: Telling, touched: Touched, write: () => Promise<T>): Promise<T> {
  const { db, notices, actorId, now } = telling;
  const named = touched.originId ? await firstTaskOf(db, touched.originId) : [];
  const known = [...named, ...(await firstTasksOf(db, touched.protocolId))];
  const before = await whoHas(db, known);
  const result = await write();
  const after = await whoHas(db, [...new Set([...known, ...(await firstTasksOf(db, touched.protocolId))])]);
  const drafts: NoticeDraft[] = [];
  for (const change of taskChanges(before, after)) {
    if (change.task.user_id !== actorId) drafts.push(...(await draftsOf(db, change, now)));
  }
  await notices.tell(db, drafts, settledMs);
  return result;
}

/** What is told of a change, in place of what nobody has been told yet of the same task. */
async function draftsOf(db: Db, change: TaskChange, now: Date): Promise<NoticeDraft[]> {
  const { task } = change;
  const { user_id: userId, first_id: taskId, protocol_id: protocolId } = task;
  const draft = { userId, taskId, protocolId, facts: factsOf(task) };
  if (change.kind === 'given') return [{ ...draft, kind: 'task_given', key: taskId }];
  const key = `${taskId}:${now.toISOString()}`;
  const untold = await withdrawUntold(db, { userId, taskId, kinds: ['task_given', 'task_changed'] });
  const isNews = untold.some(({ kind }) => kind === 'task_given');
  if (change.kind === 'taken') {
    await releaseKey(db, { userId, kind: 'task_given', key: taskId }, key);
    return isNews ? [] : [{ ...draft, kind: 'task_changed', key, facts: { ...draft.facts, changes: ['taken'] } }];
  }
  if (isNews && !change.changes.includes('cancelled')) return [{ ...draft, kind: 'task_given', key: taskId }];
  const was_due_at = change.changes.includes('due') ? change.was.due_at : null;
  const told = { ...draft.facts, was_due_at, changes: change.changes };
  const [earlier] = untold;
  const facts = earlier && !isNews ? joinedFacts(earlier.facts, told) : told;
  return facts && !isNews ? [{ ...draft, kind: 'task_changed', key, facts }] : [];
}
