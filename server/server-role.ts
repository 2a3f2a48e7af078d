import type { FastifyInstance } from 'fastify';
import { ApiError } from '#server/platform/http/index.ts';

/**
 * The work of a server: `api` answers calls and leaves every job to others, `worker` does jobs and answers only those who watch
 * it, `all` does both.
 */
export const serverRoles = ['all', 'api', 'worker'] as const;
export type ServerRole = (typeof serverRoles)[number];

/** What a worker answers: its health. For proxies it is never serving. */
const watched = /^\/api\/(live|ready)$/;

/** Refuses the calls of people where this server only does jobs: a proxy that hands them over is told to try another one. */
export function registerRole(app: FastifyInstance, role: ServerRole): void {
  if (role !== 'worker') return;
  app.addHook('onRequest', async (request) => {
    if (watched.test(request.url.replace(/\?.*/s, ''))) return;
    throw new ApiError(503, 'unavailable', 'Этот сервер только выполняет задания, приложение открывают на другом');
  });
}
