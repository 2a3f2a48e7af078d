import type { NoticeFacts } from '#contract/notice.ts';
import type { GivenTask } from './given-rows.ts';

/** What a write made of one task for the person who has it, or had it. */
export type TaskChange =
  /** `was` where somebody had it before, or had done with it. */
  | { kind: 'given'; task: GivenTask; was?: GivenTask | undefined }
  | { kind: 'taken'; task: GivenTask }
  | { kind: 'changed'; task: GivenTask; was: GivenTask; changes: ('due' | 'title' | 'cancelled')[] };

const isOpen = ({ status }: GivenTask) => status === 'new' || status === 'in_progress';

/** Compares who has which task before and after a write. Work that is done or cancelled is given to nobody. */
export function taskChanges(
  before: ReadonlyMap<string, GivenTask>,
  after: ReadonlyMap<string, GivenTask>,
): TaskChange[] {
  const found: TaskChange[] = [];
  for (const [first, was] of before) {
    const now = after.get(first);
    if (now?.user_id !== was.user_id && isOpen(was)) found.push({ kind: 'taken', task: was });
  }
  for (const [first, task] of after) {
    const was = before.get(first);
    const isReopened = was !== undefined && !isOpen(was);
    if (isOpen(task) && (was?.user_id !== task.user_id || isReopened)) found.push({ kind: 'given', task, was });
    if (was?.user_id !== task.user_id || (isReopened && isOpen(task))) continue;
    const changes = [
      ...(was.due_at !== task.due_at && isOpen(task) ? (['due'] as const) : []),
      ...(was.title.trim() !== task.title.trim() && isOpen(task) ? (['title'] as const) : []),
      ...(was.status !== 'cancelled' && task.status === 'cancelled' ? (['cancelled'] as const) : []),
    ];
    if (changes.length > 0) found.push({ kind: 'changed', task, was, changes });
  }
  return found;
}

/** One notice in place of two that nobody has been told yet: how it was before the first, and how it is now. */
export function joinedFacts(earlier: NoticeFacts, later: NoticeFacts): NoticeFacts | undefined {
  const was = earlier.changes?.includes('due') ? earlier.was_due_at : later.was_due_at;
  const all = new Set([...(earlier.changes ?? []), ...(later.changes ?? [])]);
  if (all.has('due') && (was ?? null) === (later.due_at ?? null)) all.delete('due');
  return all.size > 0 ? { ...later, was_due_at: was ?? null, changes: [...all] } : undefined;
}

/** What a notice of a task tells. */
export function factsOf({ title, due_at, protocol_number, protocol_title }: GivenTask) {
  return { title, due_at, protocol_number, protocol_title };
}
