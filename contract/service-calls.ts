import { call } from './call.ts';
import { health } from './health.ts';

/** Calls about the server itself. */
export const serviceCalls = {
  health: call({
    method: 'GET',
    path: '/health',
    summary: 'Состояние и возможности сервера',
    access: 'public',
    reply: { kind: 'raw', of: health },
    extra: true,
  }),
  events: call({
    method: 'GET',
    path: '/events',
    summary: 'Поток событий',
    access: 'any',
    reply: { kind: 'stream' },
    extra: true,
  }),
} as const;
