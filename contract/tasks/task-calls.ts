import * as z from 'zod/mini';
import { member, memberCreate, memberUpdate } from '#contract/bodies/member.ts';
import { call, readers } from '#contract/call.ts';
import { idParams } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { task, taskCreate, taskFilterQuery, taskGroups, taskListQuery, taskUpdate } from './task.ts';

const secretary = ['secretary'] as const;
const none = { kind: 'none' } as const;

/** Calls for the tasks and members of protocols. */
export const taskCalls = {
  createTask: call({
    method: 'POST',
    path: '/protocols/{id}/tasks',
    summary: 'Новое поручение',
    access: secretary,
    params: idParams,
    body: taskCreate,
    idempotent: true,
    reply: { kind: 'item', of: task },
  }),
  listTasks: call({
    method: 'GET',
    path: '/protocols/tasks',
    summary: 'Поручения',
    access: readers,
    query: taskListQuery,
    reply: { kind: 'page', of: task },
  }),
  taskGroups: call({
    method: 'GET',
    path: '/protocols/tasks/groups',
    summary: 'Поручения по ответственным, комиссиям и отделам',
    access: ['manager'],
    query: taskFilterQuery,
    reply: { kind: 'item', of: taskGroups },
    extra: true,
  }),
  listEarlierTasks: call({
    method: 'GET',
    path: '/protocols/{id}/earlier-tasks',
    summary: 'Открытые поручения прошлых протоколов',
    access: secretary,
    params: idParams,
    reply: { kind: 'list', of: task },
    extra: true,
  }),
  updateTask: call({
    method: 'PUT',
    path: '/protocols/tasks/{taskId}',
    summary: 'Изменить поручение',
    access: secretary,
    params: z.object({ taskId: id }),
    body: taskUpdate,
    idempotent: true,
    reply: { kind: 'item', of: task },
  }),
  deleteTask: call({
    method: 'DELETE',
    path: '/protocols/tasks/{taskId}',
    summary: 'Удалить поручение',
    access: secretary,
    params: z.object({ taskId: id }),
    idempotent: true,
    reply: none,
  }),
  listMembers: call({
    method: 'GET',
    path: '/protocols/{id}/members',
    summary: 'Участники',
    access: readers,
    params: idParams,
    reply: { kind: 'list', of: member },
  }),
  createMember: call({
    method: 'POST',
    path: '/protocols/{id}/members',
    summary: 'Добавить участника',
    access: secretary,
    params: idParams,
    body: memberCreate,
    idempotent: true,
    reply: { kind: 'item', of: member },
  }),
  updateMember: call({
    method: 'PUT',
    path: '/protocols/members/{memberId}',
    summary: 'Изменить вид участия',
    access: secretary,
    params: z.object({ memberId: id }),
    body: memberUpdate,
    idempotent: true,
    reply: { kind: 'item', of: member },
    extra: true,
  }),
  deleteMember: call({
    method: 'DELETE',
    path: '/protocols/members/{memberId}',
    summary: 'Убрать участника',
    access: secretary,
    params: z.object({ memberId: id }),
    idempotent: true,
    reply: none,
  }),
} as const;
