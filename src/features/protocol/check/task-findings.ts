import type { Task } from '#contract/task.ts';
import { dayOfDeadline } from '#src/data/task/index.ts';
import { counted, readDate, shortened, toDayValue } from '#src/format/index.ts';
import { type Finding, findingOf } from '../editing/finding.ts';

/** What the tasks lack: somebody who answers for them, a deadline, and one that the meeting does not come after. */
export function taskFindings(
  tasks: readonly Task[],
  heldAt: string | null | undefined,
  isNobody: (userId: string) => boolean,
): Finding[] {
  const valid = tasks.filter(({ status }) => status !== 'cancelled');
  // Nobody waits any more for what is done.
  const open = valid.filter(({ status }) => status !== 'done');
  const held = dayOf(heldAt);
  const to = (field: 'assignee' | 'due') => ({
    place: ({ id }: Task) => ({ at: 'task', id, field }) as const,
  });
  const about = (kind: string, words: string) => ({
    kind,
    one: (task: Task) => `${nameOf(task)}: ${words}`,
    many: (count: number) => `У ${counted(count, 'поручения', 'поручений', 'поручений')} ${words}`,
  });
  return [
    ...findingOf(
      valid.filter(({ assignee_id }) => !assignee_id),
      { ...about('assignee', 'нет ответственного'), ...to('assignee') },
    ),
    ...findingOf(
      valid.filter(({ assignee_id }) => assignee_id && isNobody(assignee_id)),
      { ...about('unknown-assignee', 'ответственный не найден'), ...to('assignee') },
    ),
    ...findingOf(
      open.filter(({ due_at }) => !dayOfDeadline(due_at)),
      { ...about('due', 'нет срока'), ...to('due') },
    ),
    ...findingOf(
      // One that was brought in from an earlier protocol may well be late already.
      open.filter(
        ({ due_at, origin }) => !origin && held !== '' && dayOfDeadline(due_at) !== '' && dayOfDeadline(due_at) < held,
      ),
      { ...about('early-due', 'срок раньше заседания'), ...to('due') },
    ),
  ];
}

/** The day on the person's own calendar, by which days are compared; '' where there is none. */
function dayOf(value: string | null | undefined): string {
  const date = readDate(value);
  return date ? toDayValue(date) : '';
}

function nameOf({ title }: Task): string {
  return title?.trim() ? `Поручение «${shortened(title.trim())}»` : 'Поручение без названия';
}
