import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import { testMs } from '#contract/state/state.ts';
import type { EmbeddedSpeech } from '#server/modules/recordings/index.ts';
import type { Database } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { type Jobs, listJobs } from '#server/platform/jobs/index.ts';
import type { RecentErrors } from '#server/platform/log/index.ts';
import { listMails } from '#server/platform/mail/index.ts';
import { readState, recentMs, type StateServices } from './read-state.ts';
import { findEmail, findSpeechReport, keepSpeechReport } from './repository.ts';
import { type SpeechElsewhere, speechState } from './speech-state.ts';
import { testModelHere, testPart } from './test-part.ts';
import { jobTest } from './test-server.ts';

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

  const testJobs = jobTest(deps.services);
  route(calls.testPart, async ({ body, user, db }) =>
    testPart(body.part, services, await findEmail(db, user.id), testJobs),
  );
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

type Deps = { database: Database; jobs: Jobs };

const testQueue = 'test-speech';
const once = { limit: 0, firstPauseSeconds: 0, longestPauseSeconds: 0 };
const lookMs = 500;

/** Lets servers with jobs test their model and report their state; call it before `jobs.start`. */
function speechElsewhere({ database, jobs }: Deps, speech: EmbeddedSpeech) {
  const { db } = database;

  jobs.handle<{ id: string }>(
    testQueue,
    async ({ data }) => {
      const result = await testModelHere(speech);
      await keepSpeechReport(db, { id: data.id, result, state: await speechState(speech, undefined) });
    },
    once,
  );

  return {
    /** Reports the state of this server's model to servers without one. */
    async say(): Promise<void> {
      await keepSpeechReport(db, { state: await speechState(speech, undefined) });
    },

    async state() {
      const report = await findSpeechReport(db);
      if (report) return report.state;
      const problem = 'Сервер, который выполняет задания, ещё ничего не сообщил о модели';
      return { connected: false, model: { folder: speech.folder, problem } };
    },

    async test() {
      const before = await findSpeechReport(db);
      // If a test is already queued, its result is the answer.
      await jobs.send(testQueue, 'model', { id: uuidv7() });
      for (const end = performance.now() + testMs + lookMs; performance.now() < end; await setTimeout(lookMs)) {
        const report = await findSpeechReport(db);
        if (report?.result && report.id !== before?.id) return report.result;
      }
      const words = 'Сервер, который выполняет задания, не ответил за 40 секунд: он занят или не запущен.';
      return { works: false, words };
    },
  } satisfies SpeechElsewhere & { say(): Promise<void> };
}

/** Records the errors of all routes registered after it; the responses stay as they are. */
export function registerErrorNotes(app: FastifyInstance, recentErrors: RecentErrors): void {
  app.addHook('onError', async ({ method, routeOptions }, _reply, error) => {
    const { status, statusCode, cause } = error as { status?: number; statusCode?: number; cause?: unknown };
    if ((status ?? statusCode ?? 500) >= 500) recentErrors.note(cause ?? error, `${method} ${routeOptions.url ?? ''}`);
  });
}
