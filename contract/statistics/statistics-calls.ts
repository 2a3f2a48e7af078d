import { call } from '#contract/call.ts';
import { idParams } from '#contract/common.ts';
import { dateRange } from '#contract/meetings/meeting.ts';
import {
  entityCounts,
  managerStatistics,
  meetingsOfDay,
  periodStatistics,
  secretaryParams,
  statisticsDate,
  taskCounts,
} from './statistics.ts';

const manager = ['manager'] as const;

/** Calls for the statistics of managers and secretaries. */
export const statisticsCalls = {
  managerStatistics: call({
    method: 'GET',
    path: '/stats/manager/all',
    summary: 'Сводка руководителя',
    access: manager,
    reply: { kind: 'item', of: managerStatistics },
  }),
  periodStatistics: call({
    method: 'GET',
    path: '/stats/manager/period',
    summary: 'Показатели руководителя за период',
    access: manager,
    query: dateRange,
    extra: true,
    reply: { kind: 'item', of: periodStatistics },
  }),
  meetingStatistics: call({
    method: 'GET',
    path: '/stats/secretary/meetings',
    summary: 'Встречи по дням',
    access: ['manager', 'secretary'],
    query: dateRange,
    reply: { kind: 'list', of: meetingsOfDay },
  }),
  secretaryMeetings: call({
    method: 'GET',
    path: '/stats/secretary/{id}/meetings',
    summary: 'Встречи секретаря по дням',
    access: ['manager', 'secretary'],
    params: idParams,
    query: dateRange,
    extra: true,
    reply: { kind: 'list', of: meetingsOfDay },
  }),
  entityStatistics: call({
    method: 'GET',
    path: '/stats/secretary/{id}/entities',
    summary: 'Показатели секретаря',
    access: ['manager', 'secretary'],
    params: idParams,
    reply: { kind: 'item', of: entityCounts },
  }),
  taskStatistics: call({
    method: 'GET',
    path: '/stats/secretary/{secretaryId}/tasks',
    summary: 'Поручения на дату',
    access: ['manager', 'secretary'],
    params: secretaryParams,
    query: statisticsDate,
    reply: { kind: 'item', of: taskCounts },
  }),
} as const;
