import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { readState, type StateServices } from './read-state.ts';
import { findEmail } from './repository.ts';
import { speechElsewhere } from './speech-elsewhere.ts';
import { testPart } from './test-part.ts';

export type StateDeps = RouteDeps & {
  version: string;
  services: StateServices & { jobs: Jobs; config: { role: 'all' | 'api' | 'worker' } };
};

/** Registers GET /state and the calls that test its parts. */
export function registerState(app: FastifyInstance, deps: StateDeps): void {
  const { version } = deps;
  const services = { ...deps.services, elsewhere: registerSpeech(app, deps.services) };
  const startedAt = services.clock();
  const route = routesOf(app, deps);

  route(calls.getState, () => readState(services, { version, startedAt }));
  route(calls.testPart, async ({ body, user, db }) => testPart(body.part, services, await findEmail(db, user.id)));
}

/**
 * Only servers with jobs test a model, and report at their start what they have. @returns access to those servers, for
 * one without jobs
 */
function registerSpeech(app: FastifyInstance, { config, database, jobs, speech }: StateDeps['services']) {
  if (speech?.place !== 'machine' || database.kind === 'pglite') return undefined;
  const elsewhere = speechElsewhere({ database, jobs }, speech);
  if (config.role === 'api') return elsewhere;
  app.addHook('onReady', async () => {
    await elsewhere.say().catch((error: unknown) => app.log.error({ err: error }, 'speech'));
  });
  return undefined;
}
