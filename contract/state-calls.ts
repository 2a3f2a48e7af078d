import { call } from './call.ts';
import { serverState, testAsked, testMs, testResult } from './state.ts';

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
  testPart: call({
    method: 'POST',
    path: '/state/tests',
    summary: 'Проверить почту, распознавание, языковую модель или хранилище',
    access: ['admin'],
    body: testAsked,
    answerMs: testMs + 20_000,
    reply: { kind: 'item', of: testResult },
    extra: true,
  }),
} as const;
