import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Database } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { watchCalls, watchConnections, watchJobs, watchProcess } from './own-metrics.ts';
import { readFigures } from './shared-metrics.ts';

export type MetricsDeps = {
  database: Database;
  events: EventHub;
  jobs: Jobs;
  clock: () => Date;
  config: { dataDir: string };
};

/** Metrics in the text format of Prometheus, on a port of their own that no public proxy leads to. */
export interface Metrics {
  /** To be called before the app is ready. */
  watchApp(app: FastifyInstance): void;
  /** @returns the port */
  listen(place: { host: string; port: number }): Promise<number>;
  close(): Promise<void>;
}

export function openMetrics(deps: MetricsDeps, version: string): Metrics {
  const register = new Registry();
  watchProcess(register, version);
  watchJobs(register, deps.jobs);
  watchConnections(register, deps.database, deps.events);
  const refresh = readFigures(register, deps.database.db, deps.config.dataDir, deps.clock);
  let reading: Promise<string> | undefined;
  /** Concurrent readers share one refresh. */
  const read = () => {
    reading ??= refresh()
      .then(() => register.metrics())
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const server = createServer(async ({ url, method }, response) => {
    if (url?.split('?')[0] !== '/metrics' || method !== 'GET') return void response.writeHead(404).end();
    try {
      const text = await read();
      response.writeHead(200, { 'content-type': register.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  return {
    watchApp: (app) => watchCalls(register, app),
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
