import * as z from 'zod/mini';
import { call } from '#contract/call.ts';
import { idParams, signedQuery } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { attachment, attachmentCreate, attachmentFile, attachmentUpdate } from './attachment.ts';

const secretary = ['secretary'] as const;
const params = z.object({ attachmentId: id });

/** Calls for the files of a protocol and of its agenda items; the files are read with their protocol. */
export const attachmentCalls = {
  createAttachment: call({
    method: 'POST',
    path: '/protocols/{id}/attachments',
    summary: 'Приложить файл к протоколу или вопросу',
    access: secretary,
    params: idParams,
    body: attachmentCreate,
    form: 'also',
    files: attachmentFile,
    idempotent: true,
    reply: { kind: 'item', of: attachment },
    extra: true,
  }),
  updateAttachment: call({
    method: 'PUT',
    path: '/protocols/attachments/{attachmentId}',
    summary: 'Изменить название, число листов или место приложения',
    access: secretary,
    params,
    body: attachmentUpdate,
    idempotent: true,
    reply: { kind: 'item', of: attachment },
    extra: true,
  }),
  deleteAttachment: call({
    method: 'DELETE',
    path: '/protocols/attachments/{attachmentId}',
    summary: 'Убрать приложение',
    access: secretary,
    params,
    idempotent: true,
    reply: { kind: 'none' },
    extra: true,
  }),
  getAttachmentFile: call({
    method: 'GET',
    path: '/protocols/attachments/{attachmentId}/file',
    summary: 'Файл приложения по подписанному адресу',
    access: 'public',
    params,
    query: signedQuery,
    reply: { kind: 'file', types: ['application/octet-stream'] },
    extra: true,
  }),
} as const;
