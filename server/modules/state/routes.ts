import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { readState, type StateParts } from './read-state.ts';
import { findEmail } from './repository.ts';
import { testPart } from './test-part.ts';

export type StateDeps = RouteDeps & { version: string; services: StateParts };

/** GET /state and the tries of its parts. */
export function registerState(app: FastifyInstance, deps: StateDeps): void {
  const { services, version } = deps;
  const startedAt = services.clock();
  const route = routesOf(app, deps);

  route(calls.getState, () => readState(services, { version, startedAt }));
  route(calls.testPart, async ({ body, user, db }) => testPart(body.part, services, await findEmail(db, user.id)));
}
