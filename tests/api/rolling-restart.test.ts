import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '#server/config/read-config.ts';
import { type Database, openDatabase } from '#server/platform/db/index.ts';
import { readEventStream } from '#src/sync/events/event-stream.ts';
import { until } from '#tests/support/processes.ts';
import { type Node, startNode } from './support/node.ts';
import { RawChunk } from './support/raw-chunk.ts';
import { ReadyProxy } from './support/ready-proxy.ts';
import { makeRecording } from './support/recording.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { Upload } from './support/upload.ts';

const stop = { drainMs: 1_500, finishMs: 10_000 };

let app: TestApp;
let anna: TestUser;
let proxy: ReadyProxy;
let url: string;
let config: Config;
const nodes = new Map<Node, Database>();
beforeAll(async () => {
  [app, proxy] = await Promise.all([startTestApp('postgres'), ReadyProxy.start(50)]);
  anna = await app.addUser();
  const { database } = app.services;
  if (database.kind !== 'postgres') throw new Error('not PostgreSQL');
  ({ url } = database);
  config = app.services.config;
});
afterAll(async () => {
  await proxy.stop();
  for (const node of nodes.keys()) await end(node);
  await app.close();
});

async function start(): Promise<Node> {
  const database = await openDatabase({ url, folder: '' });
  const node = await startNode(config, database);
  nodes.set(node, database);
  proxy.add(node.url);
  await until(async () => (await fetch(`${node.url}/api/ready`)).ok || undefined, 'a server that is ready');
  await proxy.look();
  return node;
}

/** Ends a server as a SIGTERM does. */
async function end(node: Node, within = stop): Promise<void> {
  await node.services.stopping.drain(within);
  await node.close();
  proxy.remove(node.url);
  await nodes.get(node)?.close();
  nodes.delete(node);
}

/** Resolves once a call to this address has reached the server. */
function comes(node: Node, address: string): Promise<void> {
  return new Promise((resolve) => {
    node.app.server.on('request', ({ url: asked }: IncomingMessage) => asked?.endsWith(address) && resolve());
  });
}

async function eventsOf(body: ReadableStream<Uint8Array>): Promise<string[]> {
  const told: string[] = [];
  for await (const { event } of readEventStream(body, 60_000)) told.push(event);
  return told;
}

const headers = () => ({ authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' });

/** Reads and writes, one call after the other, until it is told to end. */
function load() {
  const statuses: number[] = [];
  let ended = false;
  const run = async (call: () => Promise<Response>) => {
    while (!ended) {
      const { status } = await call();
      statuses.push(status);
    }
  };
  const read = () => fetch(`${proxy.url}/api/protocols?limit=5`, { headers: headers() });
  const write = () =>
    fetch(`${proxy.url}/api/protocols`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify({ title: 'Совет' }),
    });
  const running = [run(read), run(read), run(write)];
  return async () => {
    ended = true;
    await Promise.all(running);
    return statuses;
  };
}

test('two servers are restarted one after the other under load, and no call fails', { timeout: 60_000 }, async () => {
  const first = await start();
  const second = await start();
  const endLoad = load();
  for (const node of [first, second]) {
    await end(node);
    await start();
  }
  const statuses = await endLoad();
  expect(statuses.length).toBeGreaterThan(50);
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
});

test('a stopping server is not ready, ends streams and finishes the chunk being received', async () => {
  const node = await start();
  const stream = await fetch(`${node.url}/api/events`, { headers: headers() });
  const body = stream.body as ReadableStream<Uint8Array>;
  const told = eventsOf(body);
  const { id } = (
    await (
      await fetch(`${node.url}/api/protocols`, { method: 'POST', headers: headers(), body: '{"title":"Совет"}' })
    ).json()
  ).data;
  const server = { url: node.url, token: anna.token };
  const upload = new Upload(server, id, makeRecording('mp4', 1), 64 * 1024);
  const chunk = new RawChunk(node.url, anna.token, id, upload, 0);
  const reached = comes(node, 'upload-chunks');
  await chunk.send(0, 1000);
  await reached;
  const ended = end(node);
  expect((await fetch(`${node.url}/api/live`)).status).toBe(200);
  const ready = await fetch(`${node.url}/api/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { status: 'unavailable', stopping: true, database: true },
  ]);
  expect(ready.headers.get('connection')).toBe('close');
  expect((await fetch(`${node.url}/api/serving`)).status).toBe(503);
  expect(await told).toEqual(['ready']);
  await chunk.send(1000, upload.bytes(0).length);
  expect(await chunk.finish()).toMatchObject({ status: 200 });
  await ended;
});

test('a stream reconnecting to a stopping server gets 503, and does not delay the stop', async () => {
  const node = await start();
  const first = await fetch(`${node.url}/api/events`, { headers: headers() });
  const ended = end(node, { drainMs: 1_500, finishMs: 60_000 });
  const again = await fetch(`${node.url}/api/events`, { headers: headers() });
  expect([again.status, again.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await again.json()).toMatchObject({ code: 'unavailable' });
  await first.text();
  await ended;
});

test('a server whose caller sends nothing more stops in time', async () => {
  const node = await start();
  const reached = comes(node, 'login');
  const caller = request(`${node.url}/api/login`, { method: 'POST', headers: { 'content-length': 100 } });
  caller.on('error', () => undefined);
  const cut = once(caller, 'close');
  caller.write('{');
  await reached;
  await end(node, { drainMs: 0, finishMs: 100 });
  await cut;
});

test('a server whose storage fails is not ready, and still serves what needs no storage', async () => {
  const node = await start();
  node.services.storage.list = () => {
    throw new Error('The storage is away');
  };
  const asked = async () => {
    const reply = await fetch(`${node.url}/api/ready`);
    return reply.status === 503 ? reply.json() : undefined;
  };
  expect(await until(asked, 'a server that is not ready')).toMatchObject({ storage: false, database: true });
  expect((await fetch(`${node.url}/api/serving`)).status).toBe(200);
  await end(node);
});
