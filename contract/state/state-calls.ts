import { call } from '#contract/call.ts';
import {
  serverState,
  stateJob,
  stateJobsQuery,
  stateMail,
  stateMailsQuery,
  testAsked,
  testMs,
  testResult,
} from './state.ts';

/** Calls for the state of the server, for administrators. */
export const stateCalls = {
  getState: call({
    method: 'GET',
    path: '/state',
    summary: 'Состояние сервера и того, к чему он подключён',
    access: ['admin'],
    reply: { kind: 'item', of: serverState },
    extra: true,
  }),
  listStateMails: call({
    method: 'GET',
    path: '/state/mails',
    summary: 'Письма, которые не удалось отправить, ждут или сохранены: кому и почему',
    access: ['admin'],
    query: stateMailsQuery,
    reply: { kind: 'page', of: stateMail },
    extra: true,
  }),
  listStateJobs: call({
    method: 'GET',
    path: '/state/jobs',
    summary: 'Фоновые задания, которые не удались, ждут или выполняются',
    access: ['admin'],
    query: stateJobsQuery,
    reply: { kind: 'page', of: stateJob },
    extra: true,
  }),
  testPart: call({
    method: 'POST',
    path: '/state/tests',
    summary: 'Проверить почту, распознавание, языковую модель, хранилище, диск, задания или копии',
    access: ['admin'],
    body: testAsked,
    answerMs: testMs + 20_000,
    reply: { kind: 'item', of: testResult },
    extra: true,
  }),
} as const;
