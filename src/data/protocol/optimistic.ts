import type { Page } from '#contract/envelope.ts';
import type { Protocol } from '#contract/protocol.ts';
import { createMember, deleteMember } from '#src/data/member/index.ts';
import { deleteTask, updateTask } from '#src/data/task/index.ts';
import {
  applyToPage,
  holds,
  isIn,
  needsPerson,
  type Optimistic,
  type OutboxRow,
  type Shown,
  variablesOf,
  withUnsent,
} from '#src/sync/index.ts';
import { mergeProtocol } from './merge.ts';
import { addedTask, createProtocol, deleteProtocol, newProtocol, updateProtocol } from './mutations.ts';
import { applyToChairman, applyToMembers } from './optimistic-members.ts';
import { applyToTasks } from './optimistic-tasks.ts';

/**
 * A protocol as it is once all that is unsent has arrived; made of unsent writes alone where the server has none yet.
 * Its tasks and members carry marks of their own.
 */
export function applyToProtocol(
  protocol: Protocol | undefined,
  id: string,
  rows: readonly OutboxRow[],
): Optimistic<Protocol> | undefined {
  let optimistic: Optimistic<Protocol> | undefined = protocol;
  for (const row of rows) {
    const made = variablesOf(createProtocol, row);
    if (made?.id === id && !optimistic) optimistic = withUnsent(newProtocol(made), [row]);
    optimistic = optimistic && applyEdit(optimistic, row);
    const chairman = applyToChairman(optimistic?.chairman_id, id, row);
    if (optimistic && chairman !== optimistic.chairman_id) optimistic = { ...optimistic, chairman_id: chairman };
    if (optimistic && needsPerson(row) && variablesOf(deleteProtocol, row)?.id === id)
      optimistic = withUnsent(optimistic, [row]);
  }
  if (!optimistic) return undefined;
  const { tasks, members } = optimistic;
  return {
    ...optimistic,
    ...(tasks ? { tasks: applyToTasks(tasks, id, rows) } : {}),
    ...(members ? { members: applyToMembers(members, id, rows) } : {}),
  };
}

/** The write that is to make this protocol, as long as the server does not have it. */
export function unsentCreation(rows: readonly OutboxRow[], id: string): OutboxRow | undefined {
  return rows.find((row) => row.state !== 'sent' && variablesOf(createProtocol, row)?.id === id);
}

/** Whether the protocol is to be deleted: nothing shows it any more. */
export function isToBeDeleted(rows: readonly OutboxRow[], id: string): boolean {
  return rows.some((row) => !needsPerson(row) && variablesOf(deleteProtocol, row)?.id === id);
}

/** A page of the list of protocols. A row is marked whatever of its protocol is unsent, and counts it. */
export function applyToProtocolPage(
  page: Page<Protocol> | undefined,
  rows: readonly OutboxRow[],
  shown: Shown & { search?: string | undefined; stage?: string | undefined },
): Page<Optimistic<Protocol>> | undefined {
  const { search, stage } = shown;
  return applyToPage(page, rows, shown, {
    created(row) {
      const made = variablesOf(createProtocol, row);
      if (!made) return undefined;
      const { title, number, kind, place, organization } = made.fields;
      if (stage && stage !== 'no_video') return undefined;
      if (search && !holds([title, number, kind, place, organization], search)) return undefined;
      return withUnsent({ ...newProtocol(made), tasks_total: 0, tasks_done: 0, members_total: 0 }, [row]);
    },
    changed: (protocols, row) =>
      protocols.map((protocol) => applyToCount(applyEdit(protocol, row), row, isIn(row, shown.readAt))),
    removed(row) {
      const gone = variablesOf(deleteProtocol, row);
      return gone && (({ id }) => id === gone.id);
    },
  });
}

function applyEdit(protocol: Optimistic<Protocol>, row: OutboxRow): Optimistic<Protocol> {
  const edit = variablesOf(updateProtocol, row);
  if (edit?.base.id !== protocol.id) return protocol;
  const { agenda, ...head } = edit.change;
  // The row of a list has no agenda that an edit could be applied to.
  const change = agenda && protocol.agenda ? { ...head, agenda } : head;
  const merged = mergeProtocol(edit.base, change, protocol, () => 'mine');
  return withUnsent<Protocol>({ ...protocol, ...merged } as Protocol, [row]);
}

/** What a write of a task or a member makes of the counts; those that the list has counted already only mark the row. */
function applyToCount(protocol: Optimistic<Protocol>, row: OutboxRow, isCounted: boolean): Optimistic<Protocol> {
  const step = countStep(row);
  if (step?.protocolId !== protocol.id) return protocol;
  const marked = withUnsent<Protocol>(protocol, [row]);
  // What the server did not let go is still there.
  if (isCounted || (needsPerson(row) && step.isRemoval)) return marked;
  const counted = { ...marked };
  for (const name of ['tasks_total', 'tasks_done', 'members_total'] as const) {
    const count = protocol[name];
    if (typeof count === 'number') counted[name] = Math.max(0, count + (step[name] ?? 0));
  }
  return counted;
}

interface CountStep {
  protocolId: string | null | undefined;
  tasks_total?: number;
  tasks_done?: number;
  members_total?: number;
  isRemoval?: boolean;
}

function countStep(row: OutboxRow): CountStep | undefined {
  const task = addedTask(row);
  if (task) return { protocolId: task.protocolId, tasks_total: 1 };
  const change = variablesOf(updateTask, row);
  if (change) {
    const { status = change.task.status } = change.fields;
    return { protocolId: change.task.protocol_id, tasks_done: done(status) - done(change.task.status) };
  }
  const gone = variablesOf(deleteTask, row)?.task;
  if (gone) return { protocolId: gone.protocol_id, tasks_total: -1, tasks_done: -done(gone.status), isRemoval: true };
  const member = variablesOf(createMember, row);
  if (member) return { protocolId: member.protocolId, members_total: 1 };
  const left = variablesOf(deleteMember, row);
  return left && { protocolId: left.protocolId, members_total: -1, isRemoval: true };
}

function done(status: string): number {
  return status === 'done' ? 1 : 0;
}
