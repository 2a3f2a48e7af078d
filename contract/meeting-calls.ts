import { call } from './call.ts';
import { idParams, signedQuery } from './common.ts';
import { keyword, keywordCreate, keywordUpdate } from './keyword.ts';
import {
  dateRange,
  heldMeetingsQuery,
  meeting,
  meetingCreate,
  meetingFileParams,
  meetingFiles,
  meetingUpdate,
} from './meeting.ts';

const secretary = ['secretary'] as const;
const none = { kind: 'none' } as const;

/** Meetings, and the keywords that are listened for in them. */
export const meetingCalls = {
  listKeywords: call({
    method: 'GET',
    path: '/keywords',
    summary: 'Ключевые слова',
    access: secretary,
    reply: { kind: 'list', of: keyword },
  }),
  createKeyword: call({
    method: 'POST',
    path: '/keywords',
    summary: 'Новое ключевое слово',
    access: secretary,
    body: keywordCreate,
    idempotent: true,
    reply: { kind: 'item', of: keyword },
  }),
  updateKeyword: call({
    method: 'PUT',
    path: '/keywords/{id}',
    summary: 'Изменить ключевое слово',
    access: secretary,
    params: idParams,
    body: keywordUpdate,
    idempotent: true,
    reply: { kind: 'item', of: keyword },
  }),
  deleteKeyword: call({
    method: 'DELETE',
    path: '/keywords/{id}',
    summary: 'Удалить ключевое слово',
    access: secretary,
    params: idParams,
    idempotent: true,
    reply: none,
  }),
  listMeetings: call({
    method: 'GET',
    path: '/meetings',
    summary: 'Встречи, которые приходятся на дни периода, по порядку',
    access: secretary,
    query: dateRange,
    reply: { kind: 'list', of: meeting },
  }),
  listHeldMeetings: call({
    method: 'GET',
    path: '/meetings/held',
    summary: 'Встречи секретарей, последние первыми',
    access: ['manager'],
    query: heldMeetingsQuery,
    reply: { kind: 'page', of: meeting },
    extra: true,
  }),
  createMeeting: call({
    method: 'POST',
    path: '/meetings',
    summary: 'Новая встреча',
    access: secretary,
    body: meetingCreate,
    form: 'also',
    files: meetingFiles,
    idempotent: true,
    reply: { kind: 'item', of: meeting },
  }),
  updateMeeting: call({
    method: 'PUT',
    path: '/meetings/{id}',
    summary: 'Изменить встречу',
    access: secretary,
    params: idParams,
    body: meetingUpdate,
    form: 'also',
    files: meetingFiles,
    idempotent: true,
    reply: { kind: 'item', of: meeting },
  }),
  deleteMeeting: call({
    method: 'DELETE',
    path: '/meetings/{id}',
    summary: 'Удалить встречу',
    access: secretary,
    params: idParams,
    idempotent: true,
    reply: none,
  }),
  getMeetingFile: call({
    method: 'GET',
    path: '/meetings/{id}/files/{fileId}',
    summary: 'Файл встречи по подписанному адресу',
    access: 'public',
    params: meetingFileParams,
    query: signedQuery,
    reply: { kind: 'file', types: ['application/octet-stream'] },
    extra: true,
  }),
} as const;
