import * as z from 'zod/mini';
import { call } from '#contract/call.ts';
import { signedQuery } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { participants } from '#contract/roles.ts';
import { reportCreate, reportDecision, reportFiles, taskReport, waitingReport, waitingReportsQuery } from './report.ts';

const secretary = ['secretary'] as const;
const params = z.object({ reportId: id });

/** Calls for reports on tasks: those of their assignees, and the answers of the secretary. */
export const reportCalls = {
  createReport: call({
    method: 'POST',
    path: '/me/tasks/{taskId}/reports',
    summary: 'Сообщить об исполнении своего поручения',
    access: participants,
    params: z.object({ taskId: id }),
    body: reportCreate,
    form: 'also',
    files: reportFiles,
    idempotent: true,
    reply: { kind: 'item', of: taskReport },
    extra: true,
  }),
  withdrawReport: call({
    method: 'DELETE',
    path: '/me/reports/{reportId}',
    summary: 'Отозвать свой отчёт, пока он не подтверждён',
    access: participants,
    params,
    idempotent: true,
    reply: { kind: 'none' },
    extra: true,
  }),
  listWaitingReports: call({
    method: 'GET',
    path: '/protocols/task-reports',
    summary: 'Отчёты, которые ждут подтверждения',
    access: secretary,
    query: waitingReportsQuery,
    reply: { kind: 'page', of: waitingReport },
    extra: true,
  }),
  listTaskReports: call({
    method: 'GET',
    path: '/protocols/tasks/{taskId}/reports',
    summary: 'Отчёты по поручению, сначала новые',
    access: secretary,
    params: z.object({ taskId: id }),
    reply: { kind: 'list', of: taskReport },
    extra: true,
  }),
  decideReport: call({
    method: 'PUT',
    path: '/protocols/task-reports/{reportId}',
    summary: 'Подтвердить исполнение или вернуть отчёт с причиной',
    access: secretary,
    params,
    body: reportDecision,
    idempotent: true,
    reply: { kind: 'item', of: taskReport },
    extra: true,
  }),
  getReportFile: call({
    method: 'GET',
    path: '/task-reports/{reportId}/files/{fileId}',
    summary: 'Файл отчёта по подписанному адресу',
    access: 'public',
    params: z.object({ reportId: id, fileId: id }),
    query: signedQuery,
    reply: { kind: 'file', types: ['application/octet-stream'] },
    extra: true,
  }),
} as const;
