import { calls } from '#contract/calls.ts';
import type { OwnAnswer, OwnMeeting, OwnTask } from '#contract/participation/participation.ts';
import type { TaskReport } from '#contract/tasks/report.ts';
import { entities } from '#src/data/entities.ts';
import { defineMutation } from '#src/sync/index.ts';

const { ownTask: tasks, ownMeeting: meetings } = entities;

export interface NewReport {
  id: string;
  task: Pick<OwnTask, 'id' | 'title'>;
  text: string;
  files: readonly File[];
  /** Time of writing in epoch milliseconds, possibly long before the server gets it. */
  writtenAt: number;
}

interface Withdrawal {
  task: Pick<OwnTask, 'id' | 'title'>;
  reportId: string;
}

const scopeOf = (task: Pick<OwnTask, 'id'>) => `ownTask:${task.id}`;

/** POST /me/tasks/{taskId}/reports with a client-generated id; as form data if there are files. */
export const reportTask = defineMutation({
  name: 'ownTask.report',
  call: calls.createReport,
  prepare: ({ id, task, text, files }: NewReport) => ({
    scope: scopeOf(task),
    subject: task.id,
    creates: id,
    title: `Отчёт об исполнении: «${ownTaskTitle(task)}»`,
    params: { taskId: task.id },
    body: { id, text },
    ...(files.length > 0 ? { files: { files } } : {}),
    needs: 'participation',
  }),
  changes: (report, made) => [
    tasks.update(report.task.id, (task) => {
      const others = (task.reports ?? []).filter(({ id }) => id !== report.id);
      return { ...task, reports: [made ?? asWritten(report), ...others] };
    }),
  ],
  invalidates: () => [['own-tasks']],
});

/** DELETE /me/reports/{reportId}, possible until the secretary answers. */
export const withdrawReport = defineMutation({
  name: 'ownTask.withdraw',
  call: calls.withdrawReport,
  prepare: ({ task, reportId }: Withdrawal) => ({
    scope: scopeOf(task),
    subject: task.id,
    title: `Отозвать отчёт: «${ownTaskTitle(task)}»`,
    params: { reportId },
    needs: 'participation',
  }),
  changes: ({ task: { id }, reportId }) => [
    tasks.update(id, (task, { row }) => {
      // A report whose withdrawal was refused still waits, or was answered.
      if (row?.state === 'failed') return task;
      const reports = task.reports?.map((each) =>
        each.id === reportId ? { ...each, state: 'withdrawn' as const } : each,
      );
      return { ...task, reports };
    }),
  ],
  invalidates: () => [['own-tasks']],
});

export interface MeetingReply extends Pick<OwnAnswer, 'answer' | 'deputy'> {
  /** The meeting as shown: the server refuses an answer to other times. */
  meeting: Pick<OwnMeeting, 'id' | 'title' | 'start_at' | 'end_at'>;
}

/** PUT /me/meetings/{id}/answer. */
export const answerMeeting = defineMutation({
  name: 'ownMeeting.answer',
  call: calls.answerMeeting,
  prepare: ({ meeting: { id, title, start_at, end_at }, answer, deputy = null }: MeetingReply) => ({
    scope: `ownMeeting:${id}`,
    subject: id,
    title: `Ответ на приглашение: «${title?.trim() || 'встреча'}»`,
    params: { id },
    body: { answer, deputy, ...(start_at && end_at ? { start_at, end_at } : {}) },
    needs: 'participation',
  }),
  changes: ({ meeting: { id }, answer, deputy = null }, answered) => [
    meetings.update(id, (meeting) => {
      const note = meeting.invitation?.answer === answer ? meeting.invitation.note : null;
      return answered ?? { ...meeting, invitation: { ...meeting.invitation, answer, deputy, note } };
    }),
  ],
  join: (_earlier, later) => later,
  invalidates: () => [['own-meetings']],
});

export const ownMeetingMutations = [answerMeeting] as const;

export const ownTaskMutations = [reportTask, withdrawReport] as const;

/** Returns the title of a task for places that require one. */
export function ownTaskTitle({ title }: Pick<OwnTask, 'title'>): string {
  return title?.trim() || 'без названия';
}

/** Returns a report as known before the server has it. */
function asWritten({ id, task, text, files, writtenAt }: NewReport): TaskReport {
  return {
    id,
    text,
    task_id: task.id,
    state: 'waiting',
    created_at: new Date(writtenAt).toISOString(),
    files: files.map(({ name, size }, index) => ({ id: `${id} ${index}`, name, size })),
  };
}
