import { calls } from '#contract/calls.ts';
import type { OwnAnswer, OwnMeeting, OwnTask } from '#contract/participation.ts';
import type { TaskReport } from '#contract/report.ts';
import { entities } from '#src/data/entities.ts';
import { defineMutation } from '#src/sync/index.ts';

const { ownTask: tasks, ownMeeting: meetings } = entities;

export interface NewReport {
  id: string;
  task: Pick<OwnTask, 'id' | 'title'>;
  text: string;
  files: readonly File[];
  /** Epoch milliseconds: when it was written, which may be long before the server has it. */
  writtenAt: number;
}

interface Withdrawal {
  task: Pick<OwnTask, 'id' | 'title'>;
  reportId: string;
}

const scopeOf = (task: Pick<OwnTask, 'id'>) => `ownTask:${task.id}`;

/** POST /me/tasks/{taskId}/reports under an id of our own; with files as form data. */
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

/** DELETE /me/reports/{reportId}, as long as nobody has answered. */
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
      // What the server refused to take back waits for it as before, or was answered.
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
  /** As it was shown: an answer to another time is refused. */
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

/** What a task is called where it has to have a name. */
export function ownTaskTitle({ title }: Pick<OwnTask, 'title'>): string {
  return title?.trim() || 'без названия';
}

/** A report before the server has it. */
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
