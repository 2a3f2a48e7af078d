import type { Task } from '#contract/tasks/task.ts';
import { shortened } from '#contract/text/shortened.ts';
import { deleteTask } from '#src/data/task/index.ts';
import { type Deletion, DeletionQuestion, useDeletion } from '#src/features/forms/index.ts';
import { taskBase } from './save-task.ts';
import { taskTitle } from './task-title.ts';

/** Deletes a task at once: it can be undone. */
export function useTaskDeletion(onDeleted: (task: Task) => void): Deletion<Task> {
  return useDeletion({ kind: deleteTask, variables: (task: Task) => ({ task: taskBase(task) }), onDeleted });
}

/** Confirmation dialog for a deletion that cannot be undone. */
export function DeleteTaskQuestion({ deletion }: { deletion: Deletion<Task> }) {
  return (
    <DeletionQuestion deletion={deletion} title="Удалить поручение?" failed="Поручение не удалено" it="его">
      {(task) => <p>Поручение «{shortened(taskTitle(task))}» исчезнет из протокола и из списка поручений.</p>}
    </DeletionQuestion>
  );
}
