import type { FastifyInstance } from 'fastify';
import type { RecentErrors } from '#server/platform/log/index.ts';

/** Remembers the errors of all routes that are registered after it, beside what is answered. */
export function registerErrorNotes(app: FastifyInstance, recentErrors: RecentErrors): void {
  app.addHook('onError', async ({ method, routeOptions }, _reply, error) => {
    const { status, statusCode, cause } = error as { status?: number; statusCode?: number; cause?: unknown };
    if ((status ?? statusCode ?? 500) >= 500) recentErrors.note(cause ?? error, `${method} ${routeOptions.url ?? ''}`);
  });
}
