import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerDocuments } from './features/documents/routes.ts';
import { registerEvents } from './features/events/routes.ts';
import { registerHealth } from './features/health/routes.ts';
import { registerProcessing } from './features/processing/routes.ts';
import { registerProtocols } from './features/protocols/routes.ts';
import { registerSession } from './features/session/routes.ts';
import { registerUploads } from './features/uploads/routes.ts';
import { registerVideos } from './features/videos/routes.ts';
import { registerAuth } from './plugins/auth/auth.ts';
import { registerConnectionEnd } from './plugins/connection-end.ts';
import { registerErrors, sendError } from './plugins/errors.ts';
import { loggerOptions } from './plugins/logger.ts';
import { findMediaTools } from './plugins/media/media-tools.ts';
import { registerOpenApi } from './plugins/openapi.ts';
import { registerSecurity } from './plugins/security.ts';
import { registerSweep } from './plugins/sweep.ts';
import { validatorCompiler } from './plugins/validate.ts';
import { registerWebClient } from './plugins/web-client.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';

export type AppOptions = {
  /** Holds every reply against the contract. */
  checkReplies?: boolean;
  /** The built web client. */
  clientFolder?: string;
  logger?: boolean;
};

const builtClient = fileURLToPath(new URL('../dist', import.meta.url));
/** Bytes of a JSON body: a long protocol, not a file. */
const bodyLimit = 4 * 1024 * 1024;

/** The whole server but for listening: every part it needs is handed in. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, database, clock, auth, storage, links, events, jobs } = services;
  const app = Fastify({
    bodyLimit,
    frameworkErrors: sendError,
    logger: options.logger === false ? false : loggerOptions,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1024 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  const https = config.appUrl?.startsWith('https:') ?? false;

  registerConnectionEnd(app);
  registerErrors(app);
  await registerSecurity(app, { https });
  await registerOpenApi(app, version);
  registerAuth(app, auth);
  registerSweep(app, { db: database.db, clock });

  const shared = { database, checkReplies: options.checkReplies ?? false, clock };
  const dataDir = config.dataDir;
  const describeVideo = links.describe;
  const features = async () => ({
    ffmpeg: (await findMediaTools(config.tools)) !== undefined,
    transcribe: config.transcribe !== undefined,
    llm: config.llm !== undefined,
    mail: config.smtpUrl !== undefined,
  });
  registerHealth(app, { ...shared, version, features });
  registerSession(app, { ...shared, auth, secureCookies: https });
  registerProtocols(app, { ...shared, events, describeVideo });
  await registerUploads(app, { ...shared, dataDir, storage, events });
  registerProcessing(app, { ...shared, dataDir, storage, events, jobs, tools: config.tools });
  registerVideos(app, { ...shared, storage, links });
  registerEvents(app, { ...shared, events, isSessionAlive: auth.isAlive });
  registerDocuments(app, shared);

  await registerWebClient(app, options.clientFolder ?? builtClient);
  app.addHook('onClose', () => events.close());
  return app;
}
