import { call } from '#contract/call.ts';
import { idParams, paging } from '#contract/common.ts';
import { body, bodyCreate, bodyUpdate, lastAgenda } from './body.ts';

const secretary = ['secretary'] as const;

/** Calls for bodies: the commissions, committees and departments that meet. */
export const bodyCalls = {
  listBodies: call({
    method: 'GET',
    path: '/bodies',
    summary: 'Комиссии и отделы',
    access: secretary,
    query: paging,
    reply: { kind: 'page', of: body },
    extra: true,
  }),
  getBody: call({
    method: 'GET',
    path: '/bodies/{id}',
    summary: 'Комиссия или отдел',
    access: secretary,
    params: idParams,
    reply: { kind: 'item', of: body },
    extra: true,
  }),
  lastAgenda: call({
    method: 'GET',
    path: '/bodies/{id}/last-agenda',
    summary: 'Вопросы последнего протокола',
    access: secretary,
    params: idParams,
    reply: { kind: 'item', of: lastAgenda },
    extra: true,
  }),
  createBody: call({
    method: 'POST',
    path: '/bodies',
    summary: 'Новая комиссия или отдел',
    access: secretary,
    body: bodyCreate,
    idempotent: true,
    reply: { kind: 'item', of: body },
    extra: true,
  }),
  updateBody: call({
    method: 'PUT',
    path: '/bodies/{id}',
    summary: 'Изменить комиссию или отдел',
    access: secretary,
    params: idParams,
    body: bodyUpdate,
    idempotent: true,
    reply: { kind: 'item', of: body },
    extra: true,
  }),
  deleteBody: call({
    method: 'DELETE',
    path: '/bodies/{id}',
    summary: 'Удалить комиссию или отдел',
    access: secretary,
    params: idParams,
    idempotent: true,
    reply: { kind: 'none' },
    extra: true,
  }),
} as const;
