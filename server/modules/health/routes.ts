import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { capabilities } from '#contract/health.ts';
import { type RouteDeps, routesOf, type Stopping } from '#server/platform/http/index.ts';
import { isReady, type Readiness } from './readiness.ts';

export type HealthDeps = RouteDeps & {
  /** Results of the checks of this server. */
  readiness: () => Promise<Readiness>;
  stopping: Stopping;
  version: string;
  /** Features that this server offers; read on every call, since a program may be installed later. */
  features: () => Promise<Record<string, boolean>>;
};

/**
 * Registers GET /health, the handshake of the app, and three calls outside the contract: GET /live tells whether the
 * process answers; GET /serving tells proxies whether to route calls here; GET /ready tells monitoring whether all
 * dependencies work.
 */
export function registerHealth(app: FastifyInstance, deps: HealthDeps): void {
  const route = routesOf(app, deps);
  route(calls.health, async () => ({
    status: 'ok',
    name: 'protokol',
    version: deps.version,
    capabilities: [...capabilities],
    features: await deps.features(),
  }));
  const hidden = { schema: { hide: true } as object };
  app.get('/api/live', hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  // Depends only on the server itself. If the database or the storage counted, their failure would take all servers out
  // of rotation at once, and people would get no server instead of an error message. Migrations have been applied, or
  // the server would not run.
  app.get('/api/serving', hidden, async (_request, reply) => {
    const { isStopping } = deps.stopping;
    return reply
      .code(isStopping ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: isStopping ? 'unavailable' : 'ok' });
  });
  app.get('/api/ready', hidden, async (_request, reply) => {
    const parts = await deps.readiness();
    const ready = isReady(parts);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', ...parts });
  });
}
