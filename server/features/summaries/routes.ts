import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { type RouteDeps, routesOf } from '#server/plugins/contract-route.ts';
import { notFound } from '#server/plugins/errors.ts';
import { findSummary } from './repository.ts';

/** GET /protocols/{id}/summary: what a meeting came to, for the secretary it belongs to. */
export function registerSummaries(app: FastifyInstance, deps: RouteDeps): void {
  routesOf(app, deps)(calls.getSummary, async ({ db, params, user }) => {
    const summary = await findSummary(db, user.id, params.id);
    if (!summary) throw notFound('Протокол не найден');
    return summary;
  });
}
