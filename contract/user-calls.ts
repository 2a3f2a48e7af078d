import { call } from './call.ts';
import { idParams, signedQuery } from './common.ts';
import { passwordChange } from './own-password.ts';
import {
  importAnswerMs,
  importAsked,
  importOrder,
  importPreview,
  importResult,
  mostImportBytes,
} from './people-import.ts';
import { pictureTypes } from './picture.ts';
import { avatarFile, me, meUpdate, user, userCreate, userListQuery, userUpdate } from './user.ts';

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
  updatePassword: call({
    method: 'PUT',
    path: '/me/password',
    summary: 'Сменить свой пароль',
    access: 'any',
    body: passwordChange,
    reply: { kind: 'none' },
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
  inviteUser: call({
    method: 'POST',
    path: '/users/{id}/invitation',
    summary: 'Отправить приглашение ещё раз',
    access: staff,
    params: idParams,
    reply: { kind: 'item', of: user },
    extra: true,
  }),
  previewImport: call({
    method: 'POST',
    path: '/users/import/preview',
    summary: 'Что станет с каждой строкой таблицы людей',
    access: ['admin'],
    body: importAsked,
    maxBodyBytes: mostImportBytes,
    answerMs: importAnswerMs,
    reply: { kind: 'item', of: importPreview },
    extra: true,
  }),
  importUsers: call({
    method: 'POST',
    path: '/users/import',
    summary: 'Добавить людей из таблицы',
    access: ['admin'],
    body: importOrder,
    maxBodyBytes: mostImportBytes,
    answerMs: importAnswerMs,
    reply: { kind: 'item', of: importResult },
    extra: true,
  }),
  getAvatar: call({
    method: 'GET',
    path: '/users/{id}/avatar',
    summary: 'Фотография по подписанному адресу',
    access: 'public',
    params: idParams,
    query: signedQuery,
    reply: { kind: 'file', types: pictureTypes },
    extra: true,
  }),
} as const;
