import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/read-config.ts';
import type { Services } from '../services.ts';
import { version } from '../version.ts';

/** Monitoring of a server. */
export type Watching = {
  /** To be called before the app is ready. */
  watchApp(app: FastifyInstance): void;
  /** Starts serving the metrics. */
  listen(): Promise<void>;
  close(): Promise<void>;
};

/** Opens metrics and traces if the settings ask for them; otherwise their modules are not even loaded. */
export async function watchServer(config: Config, services: Services): Promise<Watching> {
  const metrics = config.metrics && (await import('./open-metrics.ts')).openMetrics(services, version);
  const traces = config.traces && (await import('./open-traces.ts')).openTraces({ ...config.traces, version });
  traces?.watchJobs(services.jobs);
  if (services.database.kind === 'postgres') traces?.watchPool(services.database.pool);
  return {
    watchApp(app) {
      traces?.watchApp(app);
      metrics?.watchApp(app);
    },
    async listen() {
      if (config.metrics) await metrics?.listen(config.metrics);
    },
    async close() {
      await metrics?.close();
      await traces?.close();
    },
  };
}
