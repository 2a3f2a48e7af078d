import { call, readers } from '#contract/call.ts';
import { idParams } from '#contract/common.ts';
import {
  nextNumber,
  nextNumberQuery,
  protocol,
  protocolCreate,
  protocolFinal,
  protocolListQuery,
  protocolUpdate,
} from './protocol.ts';

const secretary = ['secretary'] as const;
const none = { kind: 'none' } as const;

export const protocolCalls = {
  listProtocols: call({
    method: 'GET',
    path: '/protocols',
    summary: 'Протоколы',
    access: readers,
    query: protocolListQuery,
    reply: { kind: 'page', of: protocol },
  }),
  getProtocol: call({
    method: 'GET',
    path: '/protocols/{id}',
    summary: 'Протокол',
    access: readers,
    params: idParams,
    reply: { kind: 'item', of: protocol },
  }),
  nextNumber: call({
    method: 'GET',
    path: '/protocols/next-number',
    summary: 'Свободный номер протокола',
    access: secretary,
    query: nextNumberQuery,
    reply: { kind: 'item', of: nextNumber },
    extra: true,
  }),
  createProtocol: call({
    method: 'POST',
    path: '/protocols',
    summary: 'Новый протокол',
    access: secretary,
    body: protocolCreate,
    idempotent: true,
    reply: { kind: 'item', of: protocol },
  }),
  updateProtocol: call({
    method: 'PUT',
    path: '/protocols/{id}',
    summary: 'Изменить протокол',
    access: secretary,
    params: idParams,
    body: protocolUpdate,
    idempotent: true,
    reply: { kind: 'item', of: protocol },
  }),
  deleteProtocol: call({
    method: 'DELETE',
    path: '/protocols/{id}',
    summary: 'Удалить протокол',
    access: secretary,
    params: idParams,
    idempotent: true,
    reply: none,
  }),
  finalProtocol: call({
    method: 'POST',
    path: '/protocols/{id}/final',
    summary: 'Сформировать итоговый протокол',
    access: secretary,
    params: idParams,
    body: protocolFinal,
    idempotent: true,
    reply: { kind: 'item', of: protocol },
  }),
} as const;
