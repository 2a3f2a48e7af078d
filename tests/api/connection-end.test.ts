import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerConnectionEnd } from '#server/platform/http/stopping.ts';

let app: FastifyInstance;
let port: number;
let answer: PromiseWithResolvers<string>;
const sockets: Socket[] = [];

beforeEach(async () => {
  answer = Promise.withResolvers();
  app = Fastify({ forceCloseConnections: 'idle' });
  registerConnectionEnd(app);
  app.get('/later', () => answer.promise);
  app.post('/early', { onRequest: async (_, reply) => reply.code(413).send('early') }, async () => 'late');
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function open(request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  if (request) socket.write(`${request} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345`);
  return socket;
}

test('a stop does not wait for a connection that was never used', async () => {
  const socket = await open('');
  const ended = once(socket, 'close');
  await app.close();
  await ended;
});

test('a stop does not wait for the rest of a request that was answered', async () => {
  const socket = await open('POST /early');
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString()).toMatch(/^HTTP\/1.1 413 /);
  const ended = once(socket, 'close');
  await app.close();
  await ended;
});

test('a stop waits for an answer in progress, and for nothing more on its connection', async () => {
  const reached = once(app.server, 'request');
  const socket = await open('GET /later');
  socket.write('67890');
  await reached;
  let hasStopped = false;
  const stopped = app.close().then(() => (hasStopped = true));
  // The server is stopping: it accepts no new connections.
  await once(connect(port, '127.0.0.1'), 'error');
  expect(hasStopped).toBe(false);
  answer.resolve('answered');
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString()).toMatch(/answered$/);
  await stopped;
});
