import { call, readers } from './call.ts';
import { idParams } from './common.ts';
import {
  documentQuery,
  documentSettings,
  docxQuery,
  docxTypes,
  protocolMail,
  protocolRecipients,
  protocolSend,
  protocolVersion,
  signedOffVersion,
  versionParams,
} from './document.ts';

const secretary = ['secretary'] as const;
const types = { pdf: ['application/pdf'], docx: docxTypes } as const;

/** A protocol on paper: its forms, its final versions, where it was sent, and how it is printed. */
export const documentCalls = {
  getPdf: call({
    method: 'GET',
    path: '/protocols/{id}/documents/pdf',
    summary: 'Протокол в PDF',
    access: readers,
    params: idParams,
    query: documentQuery,
    reply: { kind: 'file', types: types.pdf },
  }),
  getDocx: call({
    method: 'GET',
    path: '/protocols/{id}/documents/docx',
    summary: 'Протокол в DOCX',
    access: readers,
    params: idParams,
    query: docxQuery,
    reply: { kind: 'file', types: types.docx },
  }),
  listVersions: call({
    method: 'GET',
    path: '/protocols/{id}/versions',
    summary: 'Итоговые версии протокола',
    access: readers,
    params: idParams,
    reply: { kind: 'list', of: protocolVersion },
    extra: true,
  }),
  getVersion: call({
    method: 'GET',
    path: '/protocols/{id}/versions/{edition}',
    summary: 'Итоговая версия протокола, как она была подписана',
    access: readers,
    params: versionParams,
    reply: { kind: 'item', of: signedOffVersion },
    extra: true,
  }),
  listRecipients: call({
    method: 'GET',
    path: '/protocols/{id}/recipients',
    summary: 'Кому можно отправить протокол',
    access: secretary,
    params: idParams,
    reply: { kind: 'item', of: protocolRecipients },
    extra: true,
  }),
  sendProtocol: call({
    method: 'POST',
    path: '/protocols/{id}/send',
    summary: 'Отправить протокол по почте',
    access: secretary,
    params: idParams,
    body: protocolSend,
    idempotent: true,
    reply: { kind: 'list', of: protocolMail },
    extra: true,
  }),
  listProtocolMails: call({
    method: 'GET',
    path: '/protocols/{id}/mails',
    summary: 'Кому и когда протокол отправлен',
    access: secretary,
    params: idParams,
    reply: { kind: 'list', of: protocolMail },
    extra: true,
  }),
  getDocumentSettings: call({
    method: 'GET',
    path: '/settings/documents',
    summary: 'Как печатаются документы',
    access: ['admin', 'manager', 'secretary'],
    reply: { kind: 'item', of: documentSettings },
    extra: true,
  }),
  updateDocumentSettings: call({
    method: 'PUT',
    path: '/settings/documents',
    summary: 'Изменить, как печатаются документы',
    access: ['admin'],
    body: documentSettings,
    idempotent: true,
    reply: { kind: 'item', of: documentSettings },
    extra: true,
  }),
} as const;
