import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { Link } from 'react-router-dom';
import { uuidv7 } from 'uuidv7';
import { protocolAddress } from '#contract/protocol-address.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import { currentProtocol, editBase, protocolTitle, updateProtocol } from '#src/data/protocol/index.ts';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { createTask, fieldsOfTask } from '#src/data/task/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { shortName } from '#src/format/index.ts';
import { errorWords, mutate, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { Button } from '#src/ui/index.ts';
import { OpenPartContext } from '../editing/editing.ts';
import listStyles from '../editing/side-list.module.css';
import styles from './earlier-tasks.module.css';
import { TaskDue } from './task-deadline.tsx';
import { earlierOrigin } from './task-origin.ts';
import { TaskCheck, TaskStatus } from './task-status.tsx';
import { taskTitle } from './task-title.ts';
import { useTaskStatus } from './use-task-status.ts';

interface EarlierTaskProps {
  task: Optimistic<Task>;
  protocol: Optimistic<Protocol>;
  onAnnounce: (words: string) => void;
}

/** A task that an earlier protocol left open: its status, and the ways to continue it here. */
export function EarlierTask({ task, protocol, onAnnounce }: EarlierTaskProps) {
  const { part } = use(OpenPartContext);
  const status = useTaskStatus(task, onAnnounce);
  const { carryOver, busy, error } = useCarryOverTask(protocol, onAnnounce);
  const title = taskTitle(task);
  const origin = earlierOrigin(task);
  const assignee = task.assignee_name ? shortName(task.assignee_name) : 'Ответственный не назначен';
  return (
    <li className={listStyles.task}>
      <span className={listStyles.what}>
        <TaskCheck task={task} status={status} />
        <span className={listStyles.main}>
          <span dir="auto" className={listStyles.words}>
            {title}
          </span>
          <span className={listStyles.note}>
            {assignee} · {task.protocol_id ? <Link to={protocolAddress(task.protocol_id)}>{origin}</Link> : origin}
          </span>
        </span>
      </span>
      <div className={listStyles.state}>
        <TaskStatus task={task} status={status} />
        <span className={listStyles.note}>
          <TaskDue task={task} />
        </span>
        <UnsentMark unsent={task.unsent} />
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          busy={busy}
          aria-label={`Взять на контроль: ${title}`}
          onClick={() => carryOver({ task, asQuestion: false })}
        >
          Взять на контроль
        </Button>
        {/* Hidden while a part is being edited: that item would be saved over an older agenda. */}
        {part ? null : (
          <Button
            size="small"
            variant="quiet"
            busy={busy}
            aria-label={`Внести в повестку: ${title}`}
            onClick={() => carryOver({ task, asQuestion: true })}
          >
            Внести в повестку
          </Button>
        )}
        {error ? (
          <p className={listStyles.failure} role="alert">
            Не сохранено. {errorWords(error).words}
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** Carries a task of an earlier protocol over into this one with its origin, alone or with a new agenda item. */
function useCarryOverTask(protocol: Protocol, onAnnounce: (words: string) => void) {
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
