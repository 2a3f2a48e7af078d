import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { type Jobs, listJobs } from '#server/platform/jobs/index.ts';
import { listMails } from '#server/platform/mail/index.ts';
import { readState, recentMs, type StateServices } from './read-state.ts';
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
  const since = () => new Date(services.clock().getTime() - recentMs);

  route(calls.listStateMails, async ({ db, query }) => {
    const { rows, meta } = await listMails(db, { ...defaultPaging, ...query, since: since() });
    return { rows: rows.map(mailView), meta };
  });

  route(calls.listStateJobs, ({ db, query }) => listJobs(db, { ...defaultPaging, ...query, since: since() }));

  route(calls.testPart, async ({ body, user, db }) => testPart(body.part, services, await findEmail(db, user.id)));
}

type MailRow = Awaited<ReturnType<typeof listMails>>['rows'][number];

/** Returns the part of a subject before the name of a meeting or task; the subject of a sent protocol is private. */
function mailView({ id, recipient: to, subject, protocolId, createdAt, error: words }: MailRow) {
  const [kind = ''] = subject.split(':');
  return { id, to, kind: protocolId ? 'Протокол' : kind, at: createdAt.toISOString(), words };
}

/** A model is tried by servers with jobs alone, which say at their start what they have. @returns those, for one without */
function registerSpeech(app: FastifyInstance, { config, database, jobs, speech }: StateDeps['services']) {
  if (speech?.place !== 'machine' || database.kind === 'pglite') return undefined;
  const elsewhere = speechElsewhere({ database, jobs }, speech);
  if (config.role === 'api') return elsewhere;
  app.addHook('onReady', async () => {
    await elsewhere.say().catch((error: unknown) => app.log.error({ err: error }, 'speech'));
  });
  return undefined;
}
