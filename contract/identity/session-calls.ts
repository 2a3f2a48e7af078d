import { call } from '#contract/call.ts';
import { credentials, resetRequest, resetSubmit, tokenReply } from './session.ts';
import { me } from './user.ts';

/** Calls of the screens before sign-in, in a separate table so that those screens load no other schemas. */
export const sessionCalls = {
  login: call({
    method: 'POST',
    path: '/login',
    summary: 'Вход',
    access: 'public',
    body: credentials,
    reply: { kind: 'item', of: tokenReply },
  }),
  logout: call({ method: 'POST', path: '/logout', summary: 'Выход', access: 'public', reply: { kind: 'none' } }),
  refresh: call({
    method: 'POST',
    path: '/refresh',
    summary: 'Новый токен',
    access: 'public',
    reply: { kind: 'raw', of: tokenReply },
  }),
  sendResetLink: call({
    method: 'POST',
    path: '/change-password/send-link',
    summary: 'Письмо со ссылкой для сброса пароля',
    access: 'public',
    body: resetRequest,
    reply: { kind: 'none' },
  }),
  resetPassword: call({
    method: 'POST',
    path: '/change-password/reset',
    summary: 'Новый пароль по ссылке',
    access: 'public',
    body: resetSubmit,
    reply: { kind: 'none' },
  }),
  me: call({ method: 'GET', path: '/me', summary: 'Кто вошёл', access: 'any', reply: { kind: 'item', of: me } }),
} as const;
