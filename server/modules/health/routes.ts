import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { capabilities } from '#contract/health.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { isReady, type Readiness } from './readiness.ts';

export type HealthDeps = RouteDeps & {
  /** What calls may be handed to this server. */
  readiness: () => Promise<Readiness>;
  version: string;
  /** What this server is connected to; asked each time, since a program may be installed later. */
  features: () => Promise<Record<string, boolean>>;
};

/**
 * GET /health: the handshake of the app. For whoever watches, beside the contract: GET /live, whether the process answers, and
 * GET /ready, whether calls may be handed to it.
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
  app.get('/api/ready', hidden, async (_request, reply) => {
    const parts = await deps.readiness();
    const ready = isReady(parts);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', ...parts });
  });
}
