import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerBodies } from '#server/modules/bodies/index.ts';
import { registerDocuments } from '#server/modules/documents/index.ts';
import { registerEvents } from '#server/modules/events/index.ts';
import { registerHandover } from '#server/modules/handover/index.ts';
import { createReadiness, registerHealth } from '#server/modules/health/index.ts';
import { registerAuth, registerPasswords, registerSession, registerUsers } from '#server/modules/identity/index.ts';
import { registerKeywords, registerSummaries } from '#server/modules/insights/index.ts';
import { registerMeetings } from '#server/modules/meetings/index.ts';
import { registerNotices } from '#server/modules/notices/index.ts';
import {
  addTask,
  registerAttachments,
  registerMarks,
  registerMembers,
  registerProtocols,
  registerReports,
  registerTasks,
} from '#server/modules/protocols/index.ts';
import {
  registerProcessing,
  registerRecordings,
  registerTranscripts,
  registerUploads,
  registerVideos,
  type UploadPace,
} from '#server/modules/recordings/index.ts';
import { registerReminders } from '#server/modules/reminders/index.ts';
import { registerSearch } from '#server/modules/search/index.ts';
import { registerErrorNotes, registerState } from '#server/modules/state/index.ts';
import { registerStatistics } from '#server/modules/statistics/index.ts';
import { countOwnMigrations } from '#server/platform/db/index.ts';
import { spaceInSteps } from '#server/platform/files/index.ts';
import {
  answerClientError,
  collectMethods,
  registerBodyPace,
  registerCompression,
  registerConnectionEnd,
  registerErrors,
  registerForms,
  registerJsonBody,
  registerOpenApi,
  registerPublicAddress,
  registerRequestId,
  registerSecurity,
  registerStopping,
  registerUntrustedProxy,
  registerWebClient,
  registerWellKnown,
  requestIdOf,
  sendEarlyError,
  validatorCompiler,
} from '#server/platform/http/index.ts';
import { loggerOptions } from '#server/platform/log/index.ts';
import { refusePublicPassword } from './demo/public-password.ts';
import { registerRole } from './server-role.ts';
import type { Services } from './services.ts';
import { registerSweep } from './sweep.ts';
import { version } from './version.ts';

export type AppOptions = {
  /** Checks every reply against the contract. */
  checkReplies?: boolean;
  /** The built web client. */
  clientFolder?: string;
  logger?: boolean;
  /** Overrides the usual times of the leases by which servers verify uploads. */
  uploadPace?: Partial<UploadPace>;
  /** Registers hooks for monitoring, before those of the app. */
  watch?: (app: FastifyInstance) => void;
};

/** Where the build writes the app. */
export const builtClient = fileURLToPath(new URL('../dist', import.meta.url));
/** Bytes of a JSON body: a long protocol, not a file. */
const bodyLimit = 4 * 1024 * 1024;

/** Builds the whole server without listening; all that it needs is passed in. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify({
    bodyLimit,
    frameworkErrors: sendEarlyError,
    clientErrorHandler: answerClientError,
    logger: options.logger === false ? false : loggerOptions(config.logLevel),
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are still answered.
    return503OnClosing: false,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 1024 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);

  const allowedMethods = collectMethods(app);
  await registerPlatform(app, services, options);
  await registerModules(app, services, options);
  registerWellKnown(app);
  await registerWebClient(app, options.clientFolder ?? config.clientDir ?? builtClient, allowedMethods);
  app.addHook('onClose', async () => {
    services.closeSecret();
    await services.events.close();
  });
  return app;
}

const usesHttps = ({ config }: Services): boolean => config.appUrl?.startsWith('https:') ?? false;

/** Registers what every request passes through, in this order. */
async function registerPlatform(app: FastifyInstance, services: Services, options: AppOptions): Promise<void> {
  const { config, database, clock } = services;
  registerRequestId(app);
  options.watch?.(app);
  registerConnectionEnd(app);
  registerBodyPace(app);
  registerStopping(app, services.stopping);
  registerPublicAddress(app, services.address);
  registerUntrustedProxy(app, services.warnOfProxy);
  registerErrors(app);
  registerJsonBody(app);
  registerRole(app, config.role);
  registerErrorNotes(app, services.recentErrors);
  await registerSecurity(app, { https: usesHttps(services), filesFrom: config.storagePublicUrl });
  await registerForms(app, join(config.dataDir, 'forms'), spaceInSteps);
  await registerOpenApi(app, version);
  registerAuth(app, services.auth);
  registerCompression(app);
  registerSweep(app, { db: database.db, clock });
}

/** Registers the calls and jobs of each module. */
async function registerModules(app: FastifyInstance, services: Services, options: AppOptions): Promise<void> {
  const { auth, config, database, links, mailer, stopping, storage } = services;
  const { atOnce, dataDir, tools } = config;
  const readiness = createReadiness({ database, storage, stopping, migrations: await countOwnMigrations() });
  // Each call of `register…` picks by its type what it needs.
  const deps = {
    ...services,
    ...{ addTask, atOnce, dataDir, readiness, tools, version },
    checkReplies: options.checkReplies ?? false,
    describeVideo: links.describe,
    features: () => describeFeatures(services),
    isMailConnected: mailer.isConnected,
    isSessionAlive: auth.isAlive,
    network: services.pushNetwork,
    pace: options.uploadPace,
    refusePassword: refusePublicPassword,
    secureCookies: usesHttps(services),
  };

  registerHealth(app, deps);
  registerSession(app, deps);
  registerPasswords(app, deps);
  registerUsers(app, deps);
  registerBodies(app, deps);
  registerMeetings(app, deps);
  registerKeywords(app, deps);
  registerHandover(app, deps);
  // Registered before what stops the jobs: hooks run in reverse, and a renderer that is closed earlier would fail them.
  const orderVersionFiles = registerDocuments(app, deps);
  registerProtocols(app, { ...deps, orderVersionFiles });
  registerTasks(app, deps);
  registerReports(app, deps);
  registerMembers(app, deps);
  registerMarks(app, deps);
  registerAttachments(app, deps);
  registerTranscripts(app, deps);
  registerRecordings(app, deps);
  registerSummaries(app, deps);
  await registerUploads(app, deps);
  registerProcessing(app, deps);
  registerVideos(app, deps);
  registerEvents(app, deps);
  registerNotices(app, deps);
  registerReminders(app, services.reminders);
  registerStatistics(app, deps);
  registerSearch(app, deps);
  registerState(app, { ...deps, services });
}

async function describeFeatures({ canProcess, config, mailer }: Services) {
  return {
    ffmpeg: await canProcess(),
    transcribe: config.transcribe !== undefined,
    llm: config.llm !== undefined,
    mail: mailer.isConnected,
  };
}
