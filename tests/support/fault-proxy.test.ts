import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultProxy } from './fault-proxy.ts';

let origin: Server;
let proxy: FaultProxy;
let received = 0;

beforeEach(async () => {
  received = 0;
  origin = createServer((request, response) => {
    request.on('data', (bytes: Buffer) => {
      received += bytes.length;
    });
    request.on('end', () => response.end('есть'));
  }).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  proxy = await FaultProxy.start((origin.address() as AddressInfo).port);
});

afterEach(async () => {
  await proxy.stop();
  origin.closeAllConnections();
  origin.close();
});

const megabytes = (amount: number) => new Uint8Array(amount * 1024 * 1024);
const send = (body: Uint8Array<ArrayBuffer>) =>
  fetch(`${proxy.url}/api/protocols/1/upload-chunks`, { method: 'POST', body }).then((answer) => answer.text());

test('passes a request and its answer on', async () => {
  expect(await send(megabytes(1))).toBe('есть');
  expect(received).toBe(1024 * 1024);
});

test('holds the line at a chosen byte and lets it go on', async () => {
  const held = proxy.holdAt(2 * 1024 * 1024);
  let answered = false;
  const answer = send(megabytes(8)).then((text) => {
    answered = true;
    return text;
  });
  await held;
  expect(answered).toBe(false);
  expect(await fetch(proxy.url).then((other) => other.text())).toBe('есть');
  expect(proxy.bytesUp).toBeLessThan(4 * 1024 * 1024);
  proxy.release();
  expect(await answer).toBe('есть');
});

test('a cut breaks what is under way and refuses what comes, until the line is back', async () => {
  const held = proxy.holdAt(1024 * 1024);
  const answer = send(megabytes(8));
  const outcome = expect(answer).rejects.toThrow();
  await held;
  proxy.cut();
  await outcome;
  await expect(send(megabytes(1))).rejects.toThrow();
  proxy.restore();
  expect(await send(megabytes(1))).toBe('есть');
});
