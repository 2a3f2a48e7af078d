import { useMutation, useQueryClient } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
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
  /** Existing duplicate that becomes the task of the decision, so that no new one is made. */
  double: Task | undefined;
}

/** Result of a press: the task, how it came about, and whether the change waits on this device (`isKept`). */
export interface MadeTask {
  task: Pick<Task, 'id' | 'status' | 'title' | 'protocol_id'>;
  outcome: 'made' | 'joined' | 'found';
  isKept: boolean;
}

/**
 * Returns the mutation that makes a task of a decision; an existing task is found, also where only the outbox has it.
 */
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

/** Returns the moment of the decision, or else the current moment of the recording. */
function momentOf({ evidence }: DecisionPoint, protocolId: string): DecisionPoint['evidence'] {
  return evidence && !isOfDeleted(evidence) ? evidence : (momentNow(protocolId) ?? evidence);
}

/**
 * Returns an id that is the same on every device, so that two simultaneous presses make one task; a random one where
 * the decision has no id, or where the outbox already has a row for that id (the task was deleted here).
 */
async function newTaskId(protocolId: string, decisionId: string | undefined): Promise<string> {
  const id = decisionId && (await decisionTaskId(protocolId, decisionId));
  return id && !outbox.list().some(({ subject }) => subject === id) ? id : uuidv7();
}

/**
 * Returns the task of a decision from the protocol, or else from the outbox, which may have it before the protocol
 * does.
 */
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
