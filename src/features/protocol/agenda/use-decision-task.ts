import { useMutation, useQueryClient } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import type { Protocol } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { isOfDeleted, momentNow } from '#src/data/recording/index.ts';
import { createTask, protocolTasksQuery } from '#src/data/task/index.ts';
import { mutate, outbox, useOpenForm, variablesOf } from '#src/sync/index.ts';
import { decisionTaskId } from '../tasks/decision-task-id.ts';
import type { DecisionPoint } from '../tasks/decision-tasks.ts';
import { joinWithDecision, taskFields } from '../tasks/save-task.ts';
import { draftOfDecision } from './decision-draft.ts';

interface Pressed {
  protocol: Protocol;
  itemId: string;
  /** Resolves with the decision as it is now; undefined where there is none to make a task of. */
  read: () => Promise<DecisionPoint | undefined>;
  /** An old double of it, which becomes its task in place of a new one. */
  double: Task | undefined;
}

/** What a press came to: the task, whether it is a new one, and whether it waits on this device. */
export interface MadeTask {
  task: Pick<Task, 'id' | 'status' | 'title' | 'protocol_id'>;
  outcome: 'made' | 'joined' | 'found';
  isKept: boolean;
}

/** Makes a decision a task by one press; one that is there already is found, also where only the queue knows it. */
export function useDecisionTask() {
  const form = useOpenForm();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ protocol, itemId, read, double }: Pressed): Promise<MadeTask | undefined> => {
      const point = await read();
      if (!point) return undefined;
      const known = knownTask(protocol, point.id, client.getQueryData(protocolTasksQuery(protocol.id).queryKey));
      if (known) return { task: known, outcome: 'found', isKept: false };
      if (double && point.id) {
        const isKept = await joinWithDecision({ ...double, protocol_id: protocol.id }, point.id, form);
        return { task: double, outcome: 'joined', isKept };
      }
      const decision = { ...point, evidence: momentOf(point, protocol.id) };
      const { values, source } = draftOfDecision({ key: 'task', itemId, decision, protocol });
      const people = values.assignee ?? [];
      const fields = taskFields(undefined, {
        ...{ title: '', assignee: people, due: null, priority: 'normal', agenda_id: itemId },
        ...values,
      });
      const id = await newTaskId(protocol.id, point.id);
      const made = { id, protocolId: protocol.id, protocolTitle: protocolTitle(protocol), fields, source, people };
      const { kept: isKept, reply } = await mutate(createTask, made, { form });
      const task = { id: reply?.id ?? id, status: 'new', title: fields.title, protocol_id: protocol.id };
      return { task, outcome: 'made', isKept };
    },
  });
}

/** The moment of the decision, else the one at which it becomes a task. */
function momentOf({ evidence }: DecisionPoint, protocolId: string): DecisionPoint['evidence'] {
  return evidence && !isOfDeleted(evidence) ? evidence : (momentNow(protocolId) ?? evidence);
}

/** The same id on every device, so that two who press at once make one task; another after that one was deleted here. */
async function newTaskId(protocolId: string, decisionId: string | undefined): Promise<string> {
  const id = decisionId && (await decisionTaskId(protocolId, decisionId));
  return id && !outbox.list().some(({ subject }) => subject === id) ? id : uuidv7();
}

/** The task of a decision among those of the protocol, else in the queue, where it may be before the protocol shows it. */
function knownTask({ id, tasks }: Protocol, decisionId: string | undefined, listed: Task[] | undefined) {
  if (!decisionId) return undefined;
  const shown = (tasks ?? listed ?? []).find(({ decision_id }) => decision_id === decisionId);
  if (shown) return { ...shown, protocol_id: id };
  const rows = outbox.list();
  const gone = new Set(rows.filter(({ request }) => request.method === 'DELETE').map(({ subject }) => subject));
  for (const row of rows) {
    const made = variablesOf(createTask, row);
    if (made?.protocolId !== id || made.source?.decision_id !== decisionId || gone.has(made.id)) continue;
    return { id: made.id, status: 'new', title: made.fields.title, protocol_id: id };
  }
  return undefined;
}
