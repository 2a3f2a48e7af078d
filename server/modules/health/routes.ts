import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { capabilities } from '#contract/health.ts';
import { type RouteDeps, routesOf, type Stopping } from '#server/platform/http/index.ts';
import { isReady, type Readiness } from './readiness.ts';

export type HealthDeps = RouteDeps & {
  /** What of this server works. */
  readiness: () => Promise<Readiness>;
  stopping: Stopping;
  version: string;
  /** What this server is connected to; asked each time, since a program may be installed later. */
  features: () => Promise<Record<string, boolean>>;
};

/**
 * GET /health: the handshake of the app. Beside the contract: GET /live, whether the process answers; for proxies GET /serving,
 * whether calls may be handed to it; for whoever watches GET /ready, whether all works that they need.
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
  // Of what is its own alone: one that took itself out with the database or the storage would take all others out with it,
  // and people would meet no server instead of a sentence. It has its migrations, or would not be here.
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
