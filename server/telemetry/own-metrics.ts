import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { type Jobs, NotYet } from '#server/platform/jobs/index.ts';

const callSeconds = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];
const jobSeconds = [0.1, 1, 5, 30, 120, 600, 3600];

/** The memory, processor and event loop of this process. */
export function watchProcess(register: Registry, version: string): void {
  collectDefaultMetrics({ register });
  const info = new Gauge({
    name: 'protokol_info',
    help: 'The version that runs',
    labelNames: ['version'],
    registers: [register],
  });
  info.set({ version }, 1);
}

/** Measures how long calls take, by their path in the contract; the app's pages and files count as one. */
export function watchCalls(register: Registry, app: FastifyInstance): void {
  const seconds = new Histogram({
    name: 'protokol_call_seconds',
    help: 'From the first byte of a call to the last of its answer',
    labelNames: ['method', 'call', 'status'],
    buckets: callSeconds,
    registers: [register],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const path = routeOptions.url ?? 'none';
    const call = /^\/(api|s)\//.test(path) ? path : 'app';
    // An event stream lasts as long as its reader stays.
    if (call === '/api/events' && reply.statusCode === 200) return;
    seconds.observe({ method, call, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000);
  });
}

/** Measures the jobs that this server runs. */
export function watchJobs(register: Registry, jobs: Jobs): void {
  const labelNames = ['queue', 'result'] as const;
  const registers = [register];
  const ended = new Counter({
    name: 'protokol_jobs_total',
    help: 'Attempts at jobs that ended here',
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: 'protokol_job_seconds',
    help: 'How long a job took here',
    labelNames: ['queue'],
    buckets: jobSeconds,
    registers,
  });
  jobs.around(async (queue, run, { lastTry }) => {
    const stop = seconds.startTimer({ queue });
    let result = 'done';
    try {
      await run();
    } catch (error) {
      // What is tried again has not failed: a mail server that is away for a minute is no reason to wake anybody.
      if (lastTry) result = 'failed';
      else result = error instanceof NotYet ? 'later' : 'retried';
      throw error;
    } finally {
      stop();
      ended.inc({ queue, result });
    }
  });
}

/** Measures what is open at present: connections to PostgreSQL, and event streams. */
export function watchConnections(register: Registry, database: Database, events: EventHub): void {
  const registers = [register];
  new Gauge({
    name: 'protokol_streams',
    help: 'Open streams of news',
    registers,
    collect() {
      this.set(events.countStreams());
    },
  });
  if (database.kind !== 'postgres') return;
  const { pool } = database;
  new Gauge({
    name: 'protokol_pool_connections',
    help: 'Connections to PostgreSQL by state, and callers that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'most' }, pool.options.max);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
}
