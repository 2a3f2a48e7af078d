import * as z from 'zod/mini';
import { call } from '#contract/call.ts';
import { idParams } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { mark, markCreate, markUpdate } from './mark.ts';

const secretary = ['secretary'] as const;
const params = z.object({ markId: id });

/** Calls for the marks of a recording; marks are read with their protocol, in the order of time. */
export const markCalls = {
  createMark: call({
    method: 'POST',
    path: '/protocols/{id}/marks',
    summary: 'Отметить момент записи',
    access: secretary,
    params: idParams,
    body: markCreate,
    idempotent: true,
    reply: { kind: 'item', of: mark },
    extra: true,
  }),
  updateMark: call({
    method: 'PUT',
    path: '/protocols/marks/{markId}',
    summary: 'Изменить слова отметки',
    access: secretary,
    params,
    body: markUpdate,
    idempotent: true,
    reply: { kind: 'item', of: mark },
    extra: true,
  }),
  deleteMark: call({
    method: 'DELETE',
    path: '/protocols/marks/{markId}',
    summary: 'Удалить отметку',
    access: secretary,
    params,
    idempotent: true,
    reply: { kind: 'none' },
    extra: true,
  }),
} as const;
