import { call } from '#contract/call.ts';
import { idParams } from '#contract/common.ts';
import { dateRange } from '#contract/meetings/meeting.ts';
import { protocol } from '#contract/protocols/protocol.ts';
import { participants } from '#contract/roles.ts';
import {
  ownAnswer,
  ownDocumentQuery,
  ownMeeting,
  ownProtocol,
  ownProtocolDocument,
  ownProtocolsQuery,
  ownTask,
  ownTasksQuery,
  recordingAccess,
} from './participation.ts';

/** Calls for a person's own tasks, meetings and protocols, whoever keeps the minutes. */
export const participationCalls = {
  listOwnTasks: call({
    method: 'GET',
    path: '/me/tasks',
    summary: 'Мои поручения',
    access: participants,
    query: ownTasksQuery,
    reply: { kind: 'page', of: ownTask },
    extra: true,
  }),
  listOwnMeetings: call({
    method: 'GET',
    path: '/me/meetings',
    summary: 'Встречи, в которых я участвую',
    access: participants,
    query: dateRange,
    reply: { kind: 'list', of: ownMeeting },
    extra: true,
  }),
  answerMeeting: call({
    method: 'PUT',
    path: '/me/meetings/{id}/answer',
    summary: 'Ответить на приглашение',
    access: participants,
    params: idParams,
    body: ownAnswer,
    idempotent: true,
    reply: { kind: 'item', of: ownMeeting },
    extra: true,
  }),
  listOwnProtocols: call({
    method: 'GET',
    path: '/me/protocols',
    summary: 'Подписанные протоколы, в которых я участвую',
    access: participants,
    query: ownProtocolsQuery,
    reply: { kind: 'page', of: ownProtocol },
    extra: true,
  }),
  getOwnProtocol: call({
    method: 'GET',
    path: '/me/protocols/{id}',
    summary: 'Последняя подписанная редакция протокола, в котором я участвую',
    access: participants,
    params: idParams,
    reply: { kind: 'item', of: ownProtocolDocument },
    extra: true,
  }),
  getOwnPdf: call({
    method: 'GET',
    path: '/me/protocols/{id}/documents/pdf',
    summary: 'Она же или выписка из неё в PDF',
    access: participants,
    params: idParams,
    query: ownDocumentQuery,
    reply: { kind: 'file', types: ['application/pdf'] },
    extra: true,
  }),
  shareRecording: call({
    method: 'PUT',
    path: '/protocols/{id}/recording-access',
    summary: 'Открыть или закрыть запись участникам',
    access: ['secretary'],
    params: idParams,
    body: recordingAccess,
    idempotent: true,
    reply: { kind: 'item', of: protocol },
    extra: true,
  }),
} as const;
