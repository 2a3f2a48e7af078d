import type { NoticeFacts } from '#contract/notices/notice.ts';
import type { AssignedTask } from './assigned-task-rows.ts';

/** A change of one task caused by a write, for its present or former assignee. */
export type TaskChange =
  /** `was`: the task of a former assignee, or of the same one who had completed it. */
  | { kind: 'assigned'; task: AssignedTask; was?: AssignedTask | undefined }
  | { kind: 'unassigned'; task: AssignedTask }
  | { kind: 'done'; task: AssignedTask }
  | { kind: 'changed'; task: AssignedTask; was: AssignedTask; changes: ('due' | 'title' | 'cancelled')[] };

const isOpen = ({ status }: AssignedTask) => status === 'new' || status === 'in_progress';

/**
 * Returns the differences of the assignments before and after a write. Tasks that are done or cancelled count as
 * unassigned.
 */
export function taskChanges(
  before: ReadonlyMap<string, AssignedTask>,
  after: ReadonlyMap<string, AssignedTask>,
): TaskChange[] {
  const found: TaskChange[] = [];
  for (const [first, was] of before) {
    const now = after.get(first);
    if (now?.user_id !== was.user_id && isOpen(was)) found.push({ kind: 'unassigned', task: was });
  }
  for (const [first, task] of after) {
    const was = before.get(first);
    const isReopened = was !== undefined && !isOpen(was);
    if (isOpen(task) && (was?.user_id !== task.user_id || isReopened)) found.push({ kind: 'assigned', task, was });
    if (was?.user_id !== task.user_id || (isReopened && isOpen(task))) continue;
    if (isOpen(was) && task.status === 'done') found.push({ kind: 'done', task });
    const changes = [
      ...(was.due_at !== task.due_at && isOpen(task) ? (['due'] as const) : []),
      ...(was.title.trim() !== task.title.trim() && isOpen(task) ? (['title'] as const) : []),
      ...(was.status !== 'cancelled' && task.status === 'cancelled' ? (['cancelled'] as const) : []),
    ];
    if (changes.length > 0) found.push({ kind: 'changed', task, was, changes });
  }
  return found;
}

/**
 * Merges the facts of two unsent notices: from before the first change to the present; undefined if nothing differs any
 * more.
 */
export function joinedFacts(earlier: NoticeFacts, later: NoticeFacts): NoticeFacts | undefined {
  const was = earlier.changes?.includes('due') ? earlier.was_due_at : later.was_due_at;
  const all = new Set([...(earlier.changes ?? []), ...(later.changes ?? [])]);
  if (all.has('due') && (was ?? null) === (later.due_at ?? null)) all.delete('due');
  return all.size > 0 ? { ...later, was_due_at: was ?? null, changes: [...all] } : undefined;
}

/** Returns the facts for a notice about a task. */
export function factsOf({ title, due_at, protocol_number, protocol_title }: AssignedTask) {
  return { title, due_at, protocol_number, protocol_title };
}
