import { useMutation, useQueryClient } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import type { Protocol } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { currentProtocol, editBase, protocolTitle, updateProtocol } from '#src/data/protocol/index.ts';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { createTask, fieldsOfTask } from '#src/data/task/index.ts';
import { mutate, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { earlierOrigin } from './task-origin.ts';
import { taskTitle } from './task-title.ts';

/** Carries a task of an earlier protocol over into this one with its origin, alone or with a new agenda item. */
export function useCarryOverTask(protocol: Protocol, onAnnounce: (words: string) => void) {
  const form = useOpenForm();
  const client = useQueryClient();
  const carryOver = useMutation({
    mutationFn: async ({ task, asQuestion }: { task: Optimistic<Task>; asQuestion: boolean }) => {
      const title = taskTitle(task);
      const origin = earlierOrigin(task);
      const questionId = asQuestion ? uuidv7() : null;
      const { assignee_id: assignee, assignee_name: name } = task;
      const made = {
        id: uuidv7(),
        protocolId: protocol.id,
        protocolTitle: protocolTitle(protocol),
        fields: { ...fieldsOfTask(task), title, agenda_id: questionId },
        source: { origin, origin_task_id: task.id },
        people: assignee && name ? [{ id: assignee, name }] : [],
      };
      if (questionId) {
        const item = { id: questionId, title: `О выполнении поручения: ${title}`.slice(0, 10_000) };
        const { tasksWithItems: isOne } = await lastOffers().catch(() => bareOffers);
        const now = currentProtocol(client, protocol.id);
        if (!now) throw new Error('Nothing of the protocol is on this device');
        const change = { agenda: [...(now.agenda ?? []), item] };
        const edit = { base: editBase(now), change, itemId: questionId, people: [], task: isOne ? made : undefined };
        const { kept } = await mutate(updateProtocol, edit, { form, basedOn: now.unsent?.writes });
        if (isOne) return kept;
      }
      return (await mutate(createTask, made, { form })).kept;
    },
    onSuccess: (isKept, { task, asQuestion }) => {
      const words = asQuestion ? 'Внесено в повестку' : 'Взято на контроль';
      onAnnounce(`${words}: ${taskTitle(task)}${isKept ? `. ${queuedWords}` : ''}`);
    },
  });
  return { carryOver: carryOver.mutate, busy: carryOver.isPending, error: carryOver.error };
}
