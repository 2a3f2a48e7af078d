import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { FaultProxy } from './fault-proxy.ts';

let origin: Server;
let proxy: FaultProxy;
let received: { bytes: number; whole: boolean; body: Buffer }[];

beforeEach(async () => {
  received = [];
  origin = createServer((request, response) => {
    const one = { bytes: 0, whole: false, body: Buffer.alloc(0) };
    received.push(one);
    request.on('data', (bytes: Buffer) => {
      one.bytes += bytes.length;
      one.body = Buffer.concat([one.body, bytes]);
    });
    request.on('error', () => undefined);
    request.on('end', () => {
      one.whole = true;
      const headers = { 'Content-Type': 'application/json' };
      if (request.url?.includes('small'))
        response.writeHead(200, { ...headers, 'Content-Encoding': 'br' }).end(brotliCompressSync('{"data":"есть"}'));
      else response.writeHead(200, headers).end('{"data":"есть"}');
    });
  }).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  proxy = await FaultProxy.start((origin.address() as AddressInfo).port);
});

afterEach(async () => {
  await proxy.stop();
  origin.closeAllConnections();
  origin.close();
});

const mebibyte = 1024 * 1024;
const answered = '{"data":"есть"}';

function send(bytes: Uint8Array<ArrayBuffer>, index = 0): Promise<string> {
  const form = new FormData();
  form.append('total_chunks', '9');
  form.append('chunk_index', String(index));
  form.append('video', new Blob([bytes]), 'имя.mp4');
  return fetch(`${proxy.url}/api/protocols/1/upload-chunks`, { method: 'POST', body: form }).then((it) => it.text());
}

const sendMegabytes = (amount: number, index = 0) => send(new Uint8Array(amount * mebibyte), index);
const chunk = (index: number) => (exchange: Exchange) => exchange.index === index;

test('passes a request and its answer on, and counts the bytes of the chunk apart from its form', async () => {
  expect(await sendMegabytes(1, 4)).toBe(answered);
  expect(received).toMatchObject([{ whole: true }]);
  expect(proxy.exchanges).toMatchObject([
    { call: 'chunk', protocolId: '1', index: 4, payload: mebibyte, told: 200, reply: { status: 200, text: answered } },
  ]);
  expect(proxy.bytesUp).toBe(received[0]?.bytes);
});

test('holds the connection at a chosen byte and lets it go on', async () => {
  const held = proxy.holdAt(2 * mebibyte);
  let isAnswered = false;
  const answer = sendMegabytes(8).then((text) => {
    isAnswered = true;
    return text;
  });
  await held;
  expect(isAnswered).toBe(false);
  expect(await fetch(proxy.url).then((other) => other.text())).toBe(answered);
  expect(proxy.bytesUp).toBeLessThan(4 * mebibyte);
  proxy.release();
  expect(await answer).toBe(answered);
});

test('a cut breaks running requests and refuses new ones, until the connection is back', async () => {
  const held = proxy.holdAt(mebibyte);
  const answer = sendMegabytes(8);
  // Where the answer breaks before anything is held, the test reports that.
  await Promise.race([held, answer]);
  proxy.cut();
  await expect(answer).rejects.toThrow();
  await expect(sendMegabytes(1)).rejects.toThrow();
  expect(proxy.refused).toBeGreaterThan(0);
  proxy.restore();
  expect(await sendMegabytes(1)).toBe(answered);
});

test('resets a chosen chunk in its middle, and no other', async () => {
  const middle = proxy.reach('body', (exchange) => exchange.index === 1 && exchange.payload >= 2 * mebibyte);
  const answer = sendMegabytes(4, 1);
  const outcome = expect(answer).rejects.toThrow();
  const exchange = await middle;
  expect(exchange.payload).toBeLessThan(3 * mebibyte);
  expect(await sendMegabytes(4, 2)).toBe(answered);
  exchange.reset();
  await outcome;
  expect(exchange).toMatchObject({ told: 'reset', reply: undefined });
  expect(received.map(({ whole }) => whole)).toEqual([false, true]);
});

test('holds a chunk before the server has its end', async () => {
  const sent = proxy.reach('sent', chunk(0));
  const answer = sendMegabytes(2);
  const exchange = await sent;
  expect(exchange.payload).toBe(2 * mebibyte);
  expect(received.some(({ whole }) => whole)).toBe(false);
  exchange.proceed();
  expect(await answer).toBe(answered);
});

test('drops an answer that the server gave', async () => {
  const replied = proxy.reach('reply', chunk(0));
  const outcome = expect(sendMegabytes(1)).rejects.toThrow();
  const exchange = await replied;
  expect(exchange.reply?.text).toBe(answered);
  exchange.reset();
  await outcome;
  expect(received[0]?.whole).toBe(true);
});

test('a freeze passes nothing on, and breaks no connection', async () => {
  const middle = proxy.reach('body', chunk(0));
  let isOver = false;
  const answer = sendMegabytes(4).finally(() => {
    isOver = true;
  });
  const exchange = await middle;
  proxy.freeze();
  exchange.proceed();
  const limit = AbortSignal.timeout(200);
  await expect(fetch(proxy.url, { signal: limit })).rejects.toThrow();
  expect(isOver).toBe(false);
  proxy.restore();
  expect(await answer).toBe(answered);
});

test('answers in place of the server, which never gets the whole request', async () => {
  const middle = proxy.reach('body', chunk(0));
  const answer = sendMegabytes(4);
  const exchange = await middle;
  proxy.answerFalsely(() => ({ status: 503, headers: { 'Retry-After': '7' }, body: '{}' }));
  exchange.proceed();
  expect(await answer).toBe('{}');
  expect(exchange).toMatchObject({ told: 503, payload: 4 * mebibyte });
  expect(await sendMegabytes(1)).toBe('{}');
  expect(received.some(({ whole }) => whole)).toBe(false);
  proxy.restore();
  expect(await sendMegabytes(1)).toBe(answered);
});

test('changes one byte of a chunk and nothing else', async () => {
  const bytes = randomBytes(2 * mebibyte);
  const middle = proxy.reach('body', (exchange) => exchange.payload >= mebibyte);
  const answer = send(bytes);
  const exchange = await middle;
  exchange.flipByte();
  exchange.proceed();
  await answer;
  const body = received[0]?.body ?? Buffer.alloc(0);
  const start = body.indexOf('\r\n\r\n', body.indexOf('name="video"')) + 4;
  const got = body.subarray(start, start + bytes.length);
  expect(digest(got)).not.toBe(digest(bytes));
  const differing = [...got.keys()].filter((at) => got[at] !== bytes[at]);
  expect(differing).toHaveLength(1);
});

test('resets the client’s connection when the server is gone', async () => {
  origin.closeAllConnections();
  origin.close();
  await expect(sendMegabytes(1)).rejects.toThrow();
});

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('reads a compressed answer, and passes it on unchanged', async () => {
  const reply = await fetch(`${proxy.url}/api/small`);
  expect(reply.headers.get('content-encoding')).toBe('br');
  expect(await reply.text()).toBe(answered);
  expect(proxy.exchanges.at(-1)?.reply?.text).toBe(answered);
});
