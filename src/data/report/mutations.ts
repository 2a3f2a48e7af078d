import { calls } from '#contract/calls.ts';
import type { WaitingReport } from '#contract/tasks/report.ts';
import { entities } from '#src/data/entities.ts';
import { countInProtocol } from '#src/data/protocol-counts.ts';
import { protocolScope } from '#src/data/protocol-scope.ts';
import { defineMutation } from '#src/sync/index.ts';

export interface Decision {
  report: Pick<WaitingReport, 'id' | 'author_name'> & {
    task: Pick<WaitingReport['task'], 'id' | 'title' | 'status' | 'protocol_id'>;
  };
  state: 'confirmed' | 'returned';
  /** Reason for returning a report, or a remark on a confirmed one. */
  answer: string | null;
}

/**
 * PUT /protocols/task-reports/{reportId}: confirms a report, which makes its task done, or returns it with a reason.
 */
export const decideReport = defineMutation({
  name: 'report.decide',
  call: calls.decideReport,
  prepare: ({ report: { id, task }, state, answer }: Decision) => ({
    scope: task.protocol_id ? protocolScope(task.protocol_id) : `task:${task.id}`,
    subject: id,
    title: `${state === 'confirmed' ? 'Подтвердить исполнение' : 'Вернуть исполнителю'}: «${task.title?.trim() || 'без названия'}»`,
    params: { reportId: id },
    body: { state, answer },
    needs: 'participation',
  }),
  changes({ report: { id, task }, state, answer }, decided) {
    // The report stays in its list, with its form, until the server has accepted the answer.
    const report = decided
      ? entities.report.remove(id)
      : entities.report.update(id, (each) => ({ ...each, state, answer }));
    if (state === 'returned') return [report];
    return [
      report,
      entities.task.update(task.id, (each) => ({ ...each, status: 'done' })),
      countInProtocol(task.protocol_id, { tasks_done: task.status === 'done' ? 0 : 1 }),
    ];
  },
  invalidates: ({ report: { task } }) => [
    ...[['task-reports'], ['report-history', task.id], ['tasks'], ['protocols'], ['statistics']],
    ...(task.protocol_id ? [['protocol', task.protocol_id]] : []),
  ],
});

export const reportMutations = [decideReport] as const;
