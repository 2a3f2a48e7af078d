import { call, readers } from '#contract/call.ts';
import { idParams } from '#contract/common.ts';
import { recording } from '#contract/recordings/recording.ts';
import { processVideo, processVideoReply } from './processing.ts';
import { recordingOrder, recordingParams, recordingQuery, recordingUpdate } from './recording.ts';
import { transcript, transcriptUpdate } from './transcript.ts';
import { uploadChunkFields, uploadChunkReply, uploadQuery, uploadStatus } from './upload.ts';

const secretary = ['secretary'] as const;
const none = { kind: 'none' } as const;

/** Calls for the recording of a protocol, and for its processing. */
export const videoCalls = {
  uploadChunk: call({
    method: 'POST',
    path: '/protocols/{id}/upload-chunks',
    summary: 'Часть видео',
    access: secretary,
    params: idParams,
    body: uploadChunkFields,
    form: 'only',
    reply: { kind: 'item', of: uploadChunkReply },
  }),
  getUpload: call({
    method: 'GET',
    path: '/protocols/{id}/upload-chunks',
    summary: 'Что получено от видео',
    access: secretary,
    params: idParams,
    query: uploadQuery,
    reply: { kind: 'item', of: uploadStatus },
    extra: true,
  }),
  cancelUpload: call({
    method: 'DELETE',
    path: '/protocols/{id}/upload-chunks',
    summary: 'Отменить загрузку видео',
    access: secretary,
    params: idParams,
    query: uploadQuery,
    reply: none,
    extra: true,
  }),
  processVideo: call({
    method: 'POST',
    path: '/protocols/{id}/process-video',
    summary: 'Обработать видео',
    access: secretary,
    params: idParams,
    body: processVideo,
    reply: { kind: 'item', of: processVideoReply },
  }),
  cancelProcessing: call({
    method: 'DELETE',
    path: '/protocols/{id}/process-video',
    summary: 'Отменить обработку видео',
    access: secretary,
    params: idParams,
    query: recordingQuery,
    reply: { kind: 'item', of: processVideoReply },
    extra: true,
  }),
  getVideo: call({
    method: 'GET',
    path: '/protocols/{id}/video',
    summary: 'Видео по подписанному адресу',
    access: 'public',
    params: idParams,
    reply: { kind: 'file', types: ['video/mp4', 'video/webm', 'image/jpeg', 'text/vtt'] },
    extra: true,
  }),
  getTranscript: call({
    method: 'GET',
    path: '/protocols/{id}/transcript',
    summary: 'Расшифровка записи',
    access: readers,
    params: idParams,
    reply: { kind: 'item', of: transcript },
    extra: true,
  }),
  updateTranscript: call({
    method: 'PUT',
    path: '/protocols/{id}/transcript',
    summary: 'Исправить расшифровку или приложить файл субтитров',
    access: secretary,
    params: idParams,
    body: transcriptUpdate,
    form: 'also',
    files: { subtitles: { most: 1, maxBytes: 5 * 1024 * 1024 } },
    idempotent: true,
    reply: { kind: 'item', of: transcript },
    extra: true,
  }),
} as const;

const allRecordings = { kind: 'list', of: recording } as const;

/** Calls for the recordings of a protocol that has several; each returns all of them in order. */
export const recordingCalls = {
  listRecordings: call({
    method: 'GET',
    path: '/protocols/{id}/recordings',
    summary: 'Записи протокола',
    access: readers,
    params: idParams,
    reply: allRecordings,
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
    reply: allRecordings,
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
    reply: allRecordings,
    extra: true,
  }),
  deleteRecording: call({
    method: 'DELETE',
    path: '/protocols/{id}/recordings/{recordingId}',
    summary: 'Удалить часть записи',
    access: secretary,
    params: recordingParams,
    idempotent: true,
    reply: allRecordings,
    extra: true,
  }),
} as const;
