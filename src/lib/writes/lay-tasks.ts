import type { Page } from '#contract/envelope.ts';
import type { Task } from '#contract/task.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';
import { holds, laidPage, type Shown } from './lay-page.ts';
import { deleteProtocol, updateProtocol } from './protocol-writes.ts';
import { createTask, deleteTask, type NewTask, updateTask } from './task-writes.ts';
import { type Laid, withoutThing, withUnsent } from './unsent.ts';
import { variablesOf } from './write-kind.ts';

/** The tasks of one protocol as they are once all that is unsent has arrived. */
export function layTasks(tasks: readonly Task[], protocolId: string, rows: readonly OutboxRow[]): Laid<Task>[] {
  let laid: Laid<Task>[] = [...tasks];
  for (const row of rows) {
    const made = variablesOf(createTask, row);
    if (made?.protocolId === protocolId) laid = withTask(laid, made, row);
    else laid = layChange(laid, row);
  }
  return laid;
}

/** A page of the tasks of all protocols; what is new stands at the top of the first one. */
export function layTaskPage(
  page: Page<Task> | undefined,
  rows: readonly OutboxRow[],
  shown: Shown & { search?: string | undefined },
): Page<Laid<Task>> | undefined {
  return laidPage(page, rows, shown, {
    created(row) {
      const made = variablesOf(createTask, row);
      return made && (!shown.search || holds([made.fields.title, made.protocolTitle], shown.search))
        ? withTask([], made, row)[0]
        : undefined;
    },
    changed: (tasks, row) => layChange(tasks, row),
    removed(row) {
      const gone = variablesOf(deleteTask, row);
      const protocol = variablesOf(deleteProtocol, row);
      if (gone) return ({ id }) => id === gone.task.id;
      return protocol ? ({ protocol_id }) => protocol_id === protocol.id : undefined;
    },
  });
}

function layChange(tasks: Laid<Task>[], row: OutboxRow): Laid<Task>[] {
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

function withTask(tasks: Laid<Task>[], made: NewTask, row: OutboxRow): Laid<Task>[] {
  if (tasks.some(({ id }) => id === made.id)) return tasks;
  const { id, protocolId, protocolTitle, fields, people } = made;
  const task: Task = {
    ...fields,
    id,
    status: 'new',
    protocol_id: protocolId,
    protocol_title: protocolTitle,
    assignee_name: people[0]?.name ?? null,
  };
  return [...tasks, withUnsent<Task>(task, [row])];
}
