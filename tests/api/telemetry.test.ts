import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import Fastify from 'fastify';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NotYet } from '#server/platform/jobs/index.ts';
import { type Metrics, openMetrics } from '#server/telemetry/open-metrics.ts';
import { openTraces, type Traces } from '#server/telemetry/open-traces.ts';
import { readFigures } from '#server/telemetry/shared-metrics.ts';
import { until } from '#tests/support/processes.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';

let app: TestApp;
let anna: TestUser;
let metrics: Metrics;
let traces: Traces;
let figuresUrl: string;
const twice = { limit: 1, firstPauseSeconds: 0, longestPauseSeconds: 0 };
const spans = new InMemorySpanExporter();
beforeAll(async () => {
  app = await startTestApp('postgres', {
    watchWith(services) {
      metrics = openMetrics(services, '1.2.3');
      const options = { url: '', service: 'protokol', share: 1, version: '1.2.3' };
      traces = openTraces(options, new SimpleSpanProcessor({ exporter: spans }));
      traces.watchJobs(services.jobs);
      if (services.database.kind === 'postgres') traces.watchPool(services.database.pool);
      services.jobs.handle('sums', async () => undefined);
      services.jobs.handle('waits', async () => Promise.reject(new NotYet()));
      services.jobs.handle('faults', async () => Promise.reject(new Error('Сбой')), twice);
      services.jobs.handle('traced', async () => Promise.reject(new Error('Сбой')));
      return (built) => {
        traces.watchApp(built);
        metrics.watchApp(built);
        built.get('/api/broken', async () => Promise.reject(new Error('Сбой')));
      };
    },
  });
  anna = await app.addUser();
  figuresUrl = `http://127.0.0.1:${await metrics.listen({ host: '127.0.0.1', port: 0 })}/metrics`;
});
afterAll(async () => {
  await metrics.close();
  await traces.close();
  await app.close();
});

const read = async () => (await fetch(figuresUrl)).text();
/** Returns the value of a line: `figure(text, 'protokol_streams')`. */
const figure = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length + 1),
  );

test('calls are counted by their path in the contract, with no identifier in it', async () => {
  const { id } = (await app.call(anna, 'POST', '/protocols', { title: 'Совет' })).json().data;
  await app.call(anna, 'GET', `/protocols/${id}`);
  await app.call(anna, 'GET', '/protocols/none');
  await app.call(null, 'GET', '/no-such-call');
  const text = await read();
  const call = (status: string) => `{method="GET",call="/api/protocols/:id",status="${status}"}`;
  expect(figure(text, `protokol_call_seconds_count${call('2xx')}`)).toBe(1);
  expect(figure(text, `protokol_call_seconds_count${call('4xx')}`)).toBe(1);
  expect(text).not.toContain(id);
  expect(text).not.toContain('no-such-call');
});

test('metrics show streams, waiting and failed jobs, connections and the free disk space', async () => {
  const { jobs } = app.services;
  await jobs.send('sums', 'one', {});
  await jobs.send('faults', 'one', {});
  const told = await until(async () => {
    const text = await read();
    const failed = figure(text, 'protokol_jobs_total{queue="faults",result="failed"}') > 0;
    return failed && text.includes('protokol_jobs_total{queue="sums",result="done"} 1') ? text : undefined;
  }, 'jobs that have ended');
  // Only what no further attempt can do has failed.
  expect(figure(told, 'protokol_jobs_total{queue="faults",result="retried"}')).toBe(1);
  expect(figure(told, 'protokol_jobs_total{queue="faults",result="failed"}')).toBe(1);
  expect(told).toMatch(/protokol_queue_jobs\{queue="faults",state="(waiting|running|failed)"\} 1/);
  expect(figure(told, 'protokol_job_seconds_count{queue="sums"}')).toBe(1);
  expect(figure(told, 'protokol_database_up')).toBe(1);
  expect(figure(told, 'protokol_streams')).toBe(0);
  expect(figure(told, 'protokol_pool_connections{state="most"}')).toBe(10);
  expect(figure(told, 'protokol_pool_connections{state="waited_for"}')).toBe(0);
  expect(figure(told, 'protokol_disk_bytes{state="free"}')).toBeGreaterThan(0);
  expect(told).toContain('protokol_info{version="1.2.3"} 1');
});

test('metrics show the age of an unfinished upload', async () => {
  const { id } = (await app.call(anna, 'POST', '/protocols', { title: 'Запись' })).json().data;
  const form = new FormData();
  form.set('total_chunks', '2');
  form.set('chunk_index', '0');
  form.set('video', new Blob([new Uint8Array(1000)]), 'a.mp4');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const sent = await app.app.inject({
    method: 'POST',
    url: `/api/protocols/${id}/upload-chunks`,
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(sent.statusCode).toBe(200);
  const text = await read();
  expect(figure(text, 'protokol_uploads{state="receiving"}')).toBe(1);
  expect(figure(text, 'protokol_upload_age_seconds{state="receiving"}')).toBeGreaterThanOrEqual(0);
  expect(figure(text, 'protokol_upload_silence_seconds{state="receiving"}')).toBeGreaterThanOrEqual(0);
});

test('metrics queries to a slow database use one connection, and end', async () => {
  const { database, config, clock } = app.services;
  if (database.kind !== 'postgres') throw new Error('not PostgreSQL');
  const register = new Registry();
  const look = readFigures(register, database.db, config.dataDir, clock, 300);
  const isUp = async () => {
    await look();
    return figure(await register.metrics(), 'protokol_database_up');
  };
  const looking = async () => {
    // The verification of uploads reads that table, too, and waits for the lock as well.
    const asked =
      'select pid from pg_stat_activity where datname = current_database() and query like \'%count(*)%from "uploads"%\'';
    return (await watcher.query(`${asked} and state = 'active' and pid <> pg_backend_pid()`)).rowCount;
  };
  const holder = new pg.Client({ connectionString: database.url });
  // A connection of its own: within a transaction the list of statements stays that of the first look.
  const watcher = new pg.Client({ connectionString: database.url });
  await Promise.all([holder.connect(), watcher.connect()]);
  try {
    await holder.query('begin; lock table uploads in access exclusive mode');
    expect([await isUp(), await isUp(), await isUp(), await isUp()]).toEqual([0, 0, 0, 0]);
    expect(await looking()).toBeLessThanOrEqual(1);
    await until(async () => (await looking()) === 0 || undefined, 'looks that have ended');
    await holder.query('commit');
    // A look has 300 ms, which a busy machine may need for more than one.
    await until(async () => (await isUp()) === 1 || undefined, 'the database is seen again');
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
});

test('the address of the metrics serves nothing else, and the app serves no metrics', async () => {
  expect((await fetch(figuresUrl.replace('/metrics', '/api/health'))).status).toBe(404);
  expect((await app.app.inject({ url: '/metrics', headers: { accept: 'text/plain' } })).statusCode).toBe(404);
});

test('a call and its statements are one trace', async () => {
  spans.reset();
  await app.call(anna, 'GET', '/protocols');
  const [call] = spans.getFinishedSpans().filter(({ name }) => name === 'GET /api/protocols');
  const { spanId } = call?.spanContext() ?? {};
  expect(call?.attributes).toMatchObject({ 'http.route': '/api/protocols', 'http.response.status_code': 200 });
  const statements = spans.getFinishedSpans().filter((each) => each.parentSpanContext?.spanId === spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.map(({ name }) => name)).toContain('select');
  expect(JSON.stringify(statements.map(({ attributes }) => attributes))).not.toContain(anna.id);
});

test.each([
  ['kept', '01'],
  ['not kept', '00'],
])('a caller’s trace is linked; that it is %s does not affect sampling', async (_, flags) => {
  spans.reset();
  const [theirs, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  await app.call(anna, 'GET', '/protocols', undefined, { traceparent: `00-${theirs}-${caller}-${flags}` });
  const [call] = spans.getFinishedSpans().filter(({ name }) => name === 'GET /api/protocols');
  expect(call?.links).toMatchObject([{ context: { traceId: theirs, spanId: caller } }]);
  expect(call?.spanContext().traceId).not.toBe(theirs);
  expect(call?.parentSpanContext).toBeUndefined();
});

test('a caller cannot make a server trace more than its share', async () => {
  const kept = new InMemorySpanExporter();
  const options = { url: '', service: 'protokol', share: 0, version: '1.2.3' };
  const none = openTraces(options, new SimpleSpanProcessor({ exporter: kept }));
  const server = Fastify();
  none.watchApp(server);
  server.get('/here', async () => 'ok');
  const traceparent = '00-00000000000000000000000000000001-b7ad6b7169203331-01';
  expect((await server.inject({ url: '/here', headers: { traceparent } })).statusCode).toBe(200);
  expect(kept.getFinishedSpans()).toEqual([]);
  await none.close();
  await server.close();
});

test('a job and its statements are a trace of their own', async () => {
  spans.reset();
  await app.services.jobs.send('traced', 'alone', {});
  const found = await until(
    async () => spans.getFinishedSpans().find(({ name }) => name === 'job traced'),
    'the span of a job',
  );
  expect(found.parentSpanContext).toBeUndefined();
});

test('a failed job is an error in its trace, a job postponed until later is not', async () => {
  const { jobs } = app.services;
  spans.reset();
  await jobs.send('traced', 'failing', {});
  await jobs.send('waits', 'waiting', {});
  const statusOf = (queue: string) =>
    until(
      async () => spans.getFinishedSpans().find(({ name }) => name === `job ${queue}`)?.status.code,
      'the span of a job',
    );
  expect([await statusOf('traced'), await statusOf('waits')]).toEqual([SpanStatusCode.ERROR, SpanStatusCode.UNSET]);
});

test('the id of a request is returned, and a server error is reported with it', async () => {
  const ask = (id: string) => app.call(anna, 'GET', '/broken', undefined, { 'x-request-id': id });
  const given = await ask('proxy-1.24_ab');
  expect(given.headers['x-request-id']).toBe('proxy-1.24_ab');
  expect(given.json()).toEqual({
    code: 'internal',
    message: 'Ошибка на сервере. Данные не потеряны, попробуйте ещё раз. Код обращения proxy-1.24_ab',
  });
  for (const bad of ['short', 'a b c d e f g h', '<script>alert(1)</script>', 'x'.repeat(65)]) {
    const reply = await ask(bad);
    expect(reply.headers['x-request-id']).toMatch(/^\d{4}-\d{4}-\d{4}$/);
    expect(reply.json().message).toContain(`Код обращения ${reply.headers['x-request-id']}`);
  }
});

test('a request refused before any hook has an id too, and no code in its message', async () => {
  const reply = await app.app.inject({ url: '/api/%E0%A4%A', headers: { 'x-request-id': 'proxy-0001' } });
  expect([reply.statusCode, reply.headers['x-request-id']]).toEqual([400, 'proxy-0001']);
  expect(reply.json().message).not.toContain('Код обращения');
});
