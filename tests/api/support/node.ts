import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config/read-config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openServices, type Services } from '#server/services.ts';

export type Node = {
  app: FastifyInstance;
  services: Services;
  url: string;
  errors: unknown[];
  close: () => Promise<void>;
};

/** Starts another server on a shared database and data folder; closing it leaves both. */
export async function startNode(
  config: Config,
  database: Database,
  clock: () => Date = () => new Date(),
): Promise<Node> {
  const errors: unknown[] = [];
  const services = await openServices(config, database, { clock, onError: (error) => errors.push(error) });
  const app = await buildApp(services, { checkReplies: true, logger: false });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, services, url, errors, close: () => app.close() };
}
