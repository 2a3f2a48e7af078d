import { call, readers } from './call.ts';
import { idParams } from './common.ts';
import { recording } from './protocol.ts';
import { recordingOrder, recordingParams, recordingUpdate } from './recording.ts';

const secretary = ['secretary'] as const;
const reply = { kind: 'list', of: recording } as const;

/** Calls for the recordings of a protocol that has several; each returns all of them in order. */
export const recordingCalls = {
  listRecordings: call({
    method: 'GET',
    path: '/protocols/{id}/recordings',
    summary: 'Записи протокола',
    access: readers,
    params: idParams,
    reply,
    extra: true,
  }),
  orderRecordings: call({
    method: 'PUT',
    path: '/protocols/{id}/recordings',
    summary: 'Изменить порядок записей',
    access: secretary,
    params: idParams,
    body: recordingOrder,
    idempotent: true,
    reply,
    extra: true,
  }),
  updateRecording: call({
    method: 'PUT',
    path: '/protocols/{id}/recordings/{recordingId}',
    summary: 'Назвать часть записи и говорящего в ней, изменить её начало',
    access: secretary,
    params: recordingParams,
    body: recordingUpdate,
    idempotent: true,
    reply,
    extra: true,
  }),
  deleteRecording: call({
    method: 'DELETE',
    path: '/protocols/{id}/recordings/{recordingId}',
    summary: 'Удалить часть записи',
    access: secretary,
    params: recordingParams,
    idempotent: true,
    reply,
    extra: true,
  }),
} as const;
