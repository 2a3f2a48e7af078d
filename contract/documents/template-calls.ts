import { call } from '#contract/call.ts';
import { idParams } from '#contract/common.ts';
import { docxTypes } from './document.ts';
import { template, templateCreate, templateFile, templateUpdate } from './template.ts';

const admin = ['admin'] as const;
const both = ['admin', 'secretary'] as const;

/** Calls for the templates of the organization by which protocols are written as DOCX. */
export const templateCalls = {
  listTemplates: call({
    method: 'GET',
    path: '/settings/templates',
    summary: 'Шаблоны DOCX организации',
    access: both,
    reply: { kind: 'list', of: template },
    extra: true,
  }),
  createTemplate: call({
    method: 'POST',
    path: '/settings/templates',
    summary: 'Добавить шаблон DOCX',
    access: admin,
    body: templateCreate,
    form: 'also',
    files: templateFile,
    idempotent: true,
    reply: { kind: 'item', of: template },
    extra: true,
  }),
  updateTemplate: call({
    method: 'PUT',
    path: '/settings/templates/{id}',
    summary: 'Переименовать шаблон DOCX или заменить его файл',
    access: admin,
    params: idParams,
    body: templateUpdate,
    form: 'also',
    files: templateFile,
    idempotent: true,
    reply: { kind: 'item', of: template },
    extra: true,
  }),
  deleteTemplate: call({
    method: 'DELETE',
    path: '/settings/templates/{id}',
    summary: 'Удалить шаблон DOCX',
    access: admin,
    params: idParams,
    idempotent: true,
    reply: { kind: 'none' },
    extra: true,
  }),
  getTemplateFile: call({
    method: 'GET',
    path: '/settings/templates/{id}/file',
    summary: 'Файл шаблона DOCX',
    access: both,
    params: idParams,
    reply: { kind: 'file', types: docxTypes },
    extra: true,
  }),
  getTemplateExample: call({
    method: 'GET',
    path: '/settings/templates/{id}/example',
    summary: 'Шаблон DOCX, заполненный вымышленным протоколом',
    access: both,
    params: idParams,
    reply: { kind: 'file', types: docxTypes },
    extra: true,
  }),
  getTemplateSample: call({
    method: 'GET',
    path: '/settings/template-sample',
    summary: 'Образец шаблона DOCX со всеми видами полей',
    access: both,
    reply: { kind: 'file', types: docxTypes },
    extra: true,
  }),
} as const;
