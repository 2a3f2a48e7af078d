import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { capabilities } from '#contract/health.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';

export type HealthDeps = RouteDeps & {
  version: string;
  /** What this server is connected to; asked each time, since a program may be installed later. */
  features: () => Promise<Record<string, boolean>>;
};

/** GET /health: the handshake of the app, and the sign of life for whoever watches. */
export function registerHealth(app: FastifyInstance, deps: HealthDeps): void {
  const route = routesOf(app, deps);
  route(calls.health, async () => ({
    status: 'ok',
    name: 'protokol',
    version: deps.version,
    capabilities: [...capabilities],
    features: await deps.features(),
  }));
}
