import type { FastifyInstance } from 'fastify';
import type { RecentErrors } from '#server/platform/log/index.ts';

/** Records the errors of all routes registered after it; the responses stay as they are. */
export function registerErrorNotes(app: FastifyInstance, recentErrors: RecentErrors): void {
  app.addHook('onError', async ({ method, routeOptions }, _reply, error) => {
    const { status, statusCode, cause } = error as { status?: number; statusCode?: number; cause?: unknown };
    if ((status ?? statusCode ?? 500) >= 500) recentErrors.note(cause ?? error, `${method} ${routeOptions.url ?? ''}`);
  });
}
