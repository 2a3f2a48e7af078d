import type { IncomingHttpHeaders } from 'node:http';
import { type Context, type Link, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Jobs, NotYet } from '#server/platform/jobs/index.ts';
import { safeError } from '#server/platform/log/index.ts';
import { traceStatements } from './trace-statements.ts';

export type TraceOptions = { url: string; service: string; share: number; version: string };

/** Calls, jobs and statements as spans, sent by OTLP. */
export interface Traces {
  watchApp(app: FastifyInstance): void;
  watchJobs(jobs: Jobs): void;
  watchPool(pool: Pool): void;
  close(): Promise<void>;
}

/** Maximum time that an unresponsive collector delays a stop. */
const sendMs = 3_000;

const headerOf = {
  get: (headers: Record<string, string | string[] | undefined>, name: string) => headers[name],
  keys: (headers: Record<string, unknown>) => Object.keys(headers),
};

/** @param processor where spans go: to the collector, unless a test has its own */
export function openTraces(
  { url, service, share, version }: TraceOptions,
  processor: SpanProcessor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url, timeoutMillis: sendMs }),
  }),
): Traces {
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new W3CTraceContextPropagator();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('protokol', version);
  /**
   * A caller may be anybody: its trace is linked, but decides neither whether ours is sampled nor which trace it
   * belongs to.
   */
  const linksOf = (headers: IncomingHttpHeaders): Link[] => {
    const context = trace.getSpanContext(propagator.extract(ROOT_CONTEXT, headers, headerOf));
    return context ? [{ context }] : [];
  };
  const within = (span: Span, parent: Context) => trace.setSpan(parent, span);
  return {
    watchApp(app) {
      const open = new WeakMap<object, Span>();
      app.addHook('onRequest', (request, _reply, done) => {
        const path = request.routeOptions.url ?? 'none';
        const attributes = {
          'http.request.method': request.method,
          'http.route': path,
          'protokol.request_id': request.id,
        };
        const span = tracer.startSpan(
          `${request.method} ${path}`,
          { kind: SpanKind.SERVER, attributes, links: linksOf(request.headers) },
          ROOT_CONTEXT,
        );
        open.set(request, span);
        contexts.with(within(span, ROOT_CONTEXT), done);
      });
      app.addHook('onResponse', async (request, { statusCode }) => {
        const span = open.get(request);
        span?.setAttribute('http.response.status_code', statusCode);
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      });
    },
    watchJobs(jobs) {
      jobs.around(async (queue, run) => {
        const span = tracer.startSpan(`job ${queue}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT);
        try {
          await contexts.with(within(span, ROOT_CONTEXT), run);
        } catch (error) {
          // A job that is to be retried later has not failed.
          if (error instanceof NotYet) span.setAttribute('protokol.result', 'later');
          else span.setStatus({ code: SpanStatusCode.ERROR, message: safeError(error).message });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    watchPool(pool) {
      traceStatements(pool, {
        start(name, attributes) {
          const parent = contexts.active();
          // Only within a call or a job: nobody waits for the queue's polling every second.
          if (!trace.getSpan(parent)) return undefined;
          return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
        },
        bind: (run) => contexts.bind(contexts.active(), run),
      });
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}
