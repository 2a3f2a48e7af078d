import type { FastifyInstance } from 'fastify';
import { Problem } from '#server/platform/problem/index.ts';

/**
 * The work of a server: `api` answers calls and leaves all jobs to others, `worker` runs jobs and answers only health
 * checks, `all` does both.
 */
export const serverRoles = ['all', 'api', 'worker'] as const;
export type ServerRole = (typeof serverRoles)[number];

/** Paths that a worker answers: its health. To proxies it is never ready. */
const watched = /^\/api\/(live|ready)$/;

/** Refuses people's calls if this server only runs jobs: the 503 makes a proxy try another server. */
export function registerRole(app: FastifyInstance, role: ServerRole): void {
  if (role !== 'worker') return;
  app.addHook('onRequest', async (request) => {
    if (watched.test(request.url.replace(/\?.*/s, ''))) return;
    throw new Problem('unavailable', 'Этот сервер только выполняет задания, приложение открывают на другом');
  });
}
