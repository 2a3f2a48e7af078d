import type { Page } from '#contract/envelope.ts';
import type { Task } from '#contract/task.ts';
import { isIn, type TaskFilter, taskRank } from '#contract/task-order.ts';
import { deleteTask, type NewTask, updateTask } from '#src/data/task/index.ts';
import {
  applyToPage,
  holds,
  type Optimistic,
  type OutboxRow,
  type Shown,
  variablesOf,
  withoutThing,
  withUnsent,
} from '#src/sync/index.ts';
import { addedTask, deleteProtocol, updateProtocol } from './mutations.ts';

/** The tasks of one protocol as they are once all that is unsent has arrived. */
export function applyToTasks(
  tasks: readonly Task[],
  protocolId: string,
  rows: readonly OutboxRow[],
): Optimistic<Task>[] {
  let optimistic: Optimistic<Task>[] = [...tasks];
  for (const row of rows) {
    const made = addedTask(row);
    if (made?.protocolId === protocolId) optimistic = withTask(optimistic, made, row);
    optimistic = applyChange(optimistic, row);
  }
  return optimistic;
}

export interface ShownTasks extends Shown {
  search?: string | undefined;
  status?: TaskFilter | undefined;
  /** The server sorts by `taskRank`. */
  ranked?: boolean;
}

/**
 * A page of the tasks of all protocols. What is new stands on the first one: where the server ranks it, else at the top.
 * What no longer matches the filter stays until the server knows of it: so one more click takes the change back.
 */
export function applyToTaskPage(
  page: Page<Task> | undefined,
  rows: readonly OutboxRow[],
  shown: ShownTasks,
): Page<Optimistic<Task>> | undefined {
  const { status, ranked = false } = shown;
  const optimistic = applyToPage(page, rows, shown, {
    created(row) {
      const made = addedTask(row);
      const isWanted = !status || !ranked || (made && isIn(status, { ...made.fields, status: 'new' }, new Date()));
      return made && isWanted && (!shown.search || holds([made.fields.title, made.protocolTitle], shown.search))
        ? withTask([], made, row)[0]
        : undefined;
    },
    changed: (tasks, row) => applyChange(tasks, row),
    removed(row) {
      const gone = variablesOf(deleteTask, row);
      const protocol = variablesOf(deleteProtocol, row);
      if (gone) return ({ id }) => id === gone.task.id;
      return protocol ? ({ protocol_id }) => protocol_id === protocol.id : undefined;
    },
  });
  return ranked && optimistic?.rows.some(({ unsent }) => unsent)
    ? { ...optimistic, rows: inOrder(optimistic.rows) }
    : optimistic;
}

/** As the server sorts them: by rank, of equals the newest first; what is unsent is the newest. */
function inOrder(tasks: readonly Optimistic<Task>[]): Optimistic<Task>[] {
  const age = ({ created_at }: Task) => Date.parse(created_at ?? '') || Number.POSITIVE_INFINITY;
  const keyed = tasks.map((task) => ({ task, rank: taskRank(task), made: age(task) }));
  return keyed
    .sort((one, other) => one.rank - other.rank || (one.made === other.made ? 0 : other.made - one.made))
    .map(({ task }) => task);
}

function applyChange(tasks: Optimistic<Task>[], row: OutboxRow): Optimistic<Task>[] {
  const change = variablesOf(updateTask, row);
  if (change) {
    const { fields, people } = change;
    const named = 'assignee_id' in fields ? { assignee_name: people[0]?.name ?? null } : {};
    return tasks.map((task) =>
      task.id === change.task.id ? withUnsent({ ...task, ...fields, ...named }, [row]) : task,
    );
  }
  const renamed = variablesOf(updateProtocol, row);
  if (renamed?.change.title !== undefined) {
    const { title } = renamed.change;
    return tasks.map((task) =>
      task.protocol_id === renamed.base.id && task.protocol_title ? { ...task, protocol_title: title } : task,
    );
  }
  const gone = variablesOf(deleteTask, row);
  return gone ? withoutThing(tasks, row, ({ id }) => id === gone.task.id) : tasks;
}

function withTask(tasks: Optimistic<Task>[], made: NewTask, row: OutboxRow): Optimistic<Task>[] {
  if (tasks.some(({ id }) => id === made.id)) return tasks;
  const { id, protocolId, protocolTitle, fields, source, people } = made;
  const task: Task = {
    ...source,
    ...fields,
    id,
    status: 'new',
    protocol_id: protocolId,
    protocol_title: protocolTitle,
    assignee_name: people[0]?.name ?? null,
  };
  return [...tasks, withUnsent<Task>(task, [row])];
}
