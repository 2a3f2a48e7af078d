import Fastify, { type FastifyInstance } from 'fastify';
import type { Database } from './db/database.ts';
import { type Auth, registerAuth } from './plugins/auth/auth.ts';
import { registerErrors, sendError } from './plugins/errors.ts';
import { registerOpenApi } from './plugins/openapi.ts';
import { validatorCompiler } from './plugins/validate.ts';

export interface AppDeps {
  database: Database;
  auth: Auth;
  version: string;
  checkReplies?: boolean;
}

/** The whole server but for listening: every part it needs is handed in. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({ frameworkErrors: sendError });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  registerErrors(app);
  await registerOpenApi(app, deps.version);
  registerAuth(app, deps.auth);
  return app;
}
