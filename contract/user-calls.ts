import { call } from './call.ts';
import { idParams, signedQuery } from './common.ts';
import { avatarFile, avatarTypes, me, meUpdate, user, userCreate, userListQuery, userUpdate } from './user.ts';

const staff = ['admin', 'manager', 'secretary'] as const;

/** The own profile, and people. */
export const userCalls = {
  updateMe: call({
    method: 'PUT',
    path: '/me',
    summary: 'Изменить свой профиль',
    access: 'any',
    body: meUpdate,
    form: 'also',
    files: avatarFile,
    idempotent: true,
    reply: { kind: 'item', of: me },
    extra: true,
  }),
  listUsers: call({
    method: 'GET',
    path: '/users',
    summary: 'Пользователи',
    access: staff,
    query: userListQuery,
    reply: { kind: 'page', of: user },
  }),
  getUser: call({
    method: 'GET',
    path: '/users/{id}',
    summary: 'Пользователь',
    access: 'any',
    params: idParams,
    reply: { kind: 'item', of: user },
  }),
  createUser: call({
    method: 'POST',
    path: '/users',
    summary: 'Новый пользователь',
    access: staff,
    body: userCreate,
    form: 'also',
    files: avatarFile,
    reply: { kind: 'item', of: user },
  }),
  updateUser: call({
    method: 'PUT',
    path: '/users/{id}',
    summary: 'Изменить пользователя',
    access: 'any',
    params: idParams,
    body: userUpdate,
    form: 'also',
    files: avatarFile,
    reply: { kind: 'item', of: user },
  }),
  getAvatar: call({
    method: 'GET',
    path: '/users/{id}/avatar',
    summary: 'Фотография по подписанному адресу',
    access: 'public',
    params: idParams,
    query: signedQuery,
    reply: { kind: 'file', types: avatarTypes },
    extra: true,
  }),
} as const;
