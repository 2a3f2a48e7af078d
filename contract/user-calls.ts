import { call } from './call.ts';
import { idParams } from './common.ts';
import { pushSubscription, pushUnsubscribe } from './push.ts';
import { me, meUpdate, user, userCreate, userListQuery, userUpdate } from './user.ts';

const staff = ['admin', 'manager', 'secretary'] as const;
const none = { kind: 'none' } as const;

/** The own profile, and people. */
export const userCalls = {
  updateMe: call({
    method: 'PUT',
    path: '/me',
    summary: 'Изменить свой профиль',
    access: 'any',
    body: meUpdate,
    form: 'also',
    idempotent: true,
    reply: { kind: 'item', of: me },
    extra: true,
  }),
  subscribePush: call({
    method: 'POST',
    path: '/me/push-subscriptions',
    summary: 'Получать уведомления',
    access: 'any',
    body: pushSubscription,
    reply: none,
    extra: true,
  }),
  unsubscribePush: call({
    method: 'DELETE',
    path: '/me/push-subscriptions',
    summary: 'Не получать уведомления',
    access: 'any',
    body: pushUnsubscribe,
    reply: none,
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
    reply: { kind: 'item', of: user },
  }),
} as const;
