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
  registerBodyPace,
  registerCompression,
  registerConnectionEnd,
  registerErrors,
  registerForms,
  registerOpenApi,
  registerPublicAddress,
  registerRequestId,
  registerSecurity,
  registerStopping,
  registerUntrustedProxy,
  registerWebClient,
  requestIdOf,
  sendError,
  validatorCompiler,
} from '#server/platform/http/index.ts';
import { loggerOptions } from '#server/platform/log/index.ts';
import { registerRole } from './role.ts';
import type { Services } from './services.ts';
import { registerSweep } from './sweep.ts';
import { version } from './version.ts';

export type AppOptions = {
  /** Checks every reply against the contract. */
  checkReplies?: boolean;
  /** The built web client. */
  clientFolder?: string;
  logger?: boolean;
  /** In place of the usual times by which servers tell that they verify an upload. */
  uploadPace?: Partial<UploadPace>;
  /** Hooks of whoever measures, before those of the app. */
  watch?: (app: FastifyInstance) => void;
};

const builtClient = fileURLToPath(new URL('../dist', import.meta.url));
/** Bytes of a JSON body: a long protocol, not a file. */
const bodyLimit = 4 * 1024 * 1024;

/** Builds the whole server without listening; all that it needs is passed in. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { analysis, config, database, clock, officeZone, auth, storage, links, events, jobs, notices } = services;
  const app = Fastify({
    bodyLimit,
    frameworkErrors: sendError,
    logger: options.logger === false ? false : loggerOptions(config.logLevel),
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    // Whoever still comes while the server closes is answered.
    return503OnClosing: false,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 1024 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  const https = config.appUrl?.startsWith('https:') ?? false;

  registerRequestId(app);
  options.watch?.(app);
  registerConnectionEnd(app);
  registerBodyPace(app);
  registerStopping(app, services.stopping);
  registerPublicAddress(app, services.address);
  registerUntrustedProxy(app, services.warnOfProxy);
  registerErrors(app);
  registerRole(app, config.role);
  registerErrorNotes(app, services.recentErrors);
  await registerSecurity(app, { https, filesFrom: config.storagePublicUrl });
  await registerForms(app, join(config.dataDir, 'forms'), spaceInSteps);
  await registerOpenApi(app, version);
  registerAuth(app, auth);
  registerCompression(app);
  registerSweep(app, { db: database.db, clock });

  const shared = {
    database,
    checkReplies: options.checkReplies ?? false,
    clock,
    officeZone,
    attempts: services.attempts,
  };
  const dataDir = config.dataDir;
  const describeVideo = links.describe;
  const features = async () => ({
    ffmpeg: await services.canProcess(),
    transcribe: config.transcribe !== undefined,
    llm: config.llm !== undefined,
    mail: services.mailer.isConnected,
  });
  const { stopping } = services;
  const readiness = createReadiness({ database, storage, stopping, migrations: await countOwnMigrations() });
  registerHealth(app, { ...shared, version, features, readiness, stopping });
  registerSession(app, {
    ...shared,
    auth,
    fileLinks: services.fileLinks,
    secret: services.secret,
    secureCookies: https,
  });
  registerPasswords(app, { ...shared, auth, jobs, passwordLinks: services.passwordLinks });
  registerUsers(app, {
    ...shared,
    auth,
    storage,
    fileLinks: services.fileLinks,
    jobs,
    passwordLinks: services.passwordLinks,
    isMailConnected: services.mailer.isConnected,
  });
  registerBodies(app, shared);
  registerMeetings(app, {
    ...shared,
    guestMails: services.guestMails,
    storage,
    fileLinks: services.fileLinks,
    mailer: services.mailer,
    address: services.address,
    secret: services.secret,
  });
  registerKeywords(app, { ...shared, analysis });
  registerHandover(app, { ...shared, analysis, events, notices });
  // Registered before what stops the jobs: hooks run in reverse, and a renderer that is closed earlier would fail them.
  const keepSignedOff = registerDocuments(app, {
    ...shared,
    storage,
    fileLinks: services.fileLinks,
    address: services.address,
    describeVideo,
    jobs,
    mailer: services.mailer,
    guestMails: services.guestMails,
  });
  registerProtocols(app, {
    ...shared,
    events,
    describeVideo,
    fileLinks: services.fileLinks,
    keepSignedOff,
    addTask,
    notices,
  });
  registerTasks(app, { ...shared, fileLinks: services.fileLinks, notices });
  registerReports(app, { ...shared, storage, fileLinks: services.fileLinks, notices });
  registerMembers(app, shared);
  registerMarks(app, shared);
  registerAttachments(app, { ...shared, storage, fileLinks: services.fileLinks });
  registerTranscripts(app, { ...shared, analysis });
  registerRecordings(app, { ...shared, analysis, events, describeVideo });
  registerSummaries(app, { ...shared, analysis, events });
  await registerUploads(app, { ...shared, dataDir, storage, events, pace: options.uploadPace });
  const { speech } = services;
  const { atOnce, tools } = config;
  registerProcessing(app, { ...shared, analysis, atOnce, dataDir, storage, events, jobs, tools, speech });
  registerVideos(app, { ...shared, storage, links });
  registerEvents(app, { ...shared, events, stopping, isSessionAlive: auth.isAlive });
  registerNotices(app, { ...shared, events, notices, network: services.pushNetwork });
  registerReminders(app, services.reminders);
  registerStatistics(app, shared);
  registerSearch(app, shared);
  registerState(app, { ...shared, version, services });

  await registerWebClient(app, options.clientFolder ?? config.clientDir ?? builtClient);
  app.addHook('onClose', async () => {
    services.closeSecret();
    await events.close();
  });
  return app;
}
