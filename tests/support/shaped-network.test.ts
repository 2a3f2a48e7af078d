import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ShapedNetwork } from './shaped-network.ts';

const shape = { bitsPerSecond: 8_000_000, delayMs: 20 };
let target: Server;
let network: ShapedNetwork;
let accepted: Promise<Socket[]>;

beforeEach(async () => {
  target = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(target, 'listening');
  accepted = once(target, 'connection');
  network = await ShapedNetwork.start((target.address() as AddressInfo).port, shape);
});

afterEach(async () => {
  await network.stop();
  target.close();
});

const open = () => connect(Number(new URL(network.url).port), '127.0.0.1').on('error', () => undefined);

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

async function read(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('bytes arrive in order, no sooner than the network can carry them, and are counted', async () => {
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
  const started = performance.now();
  open().end(bytes);
  const [server] = await accepted;
  if (!server) throw new Error('no connection');
  expect((await read(server)).equals(bytes)).toBe(true);
  // A round trip for the connection, one way for the bytes, and a millisecond for every thousand bytes.
  expect(performance.now() - started).toBeGreaterThanOrEqual(60 + 200 - 5);
  expect(network.bytesUp).toBe(200_000);
  server.end();
});

test('request heads and form fields are counted apart from files', async () => {
  const head = 'POST /files HTTP/1.1\r\nhost: x\r\n\r\n';
  const fields = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
  const part = '--b\r\ncontent-disposition: form-data; name="video"; filename="x"\r\n\r\n';
  const client = open();
  client.write(head);
  await expect.poll(() => network.envelopesUp).toBe(head.length);
  client.write(`${fields}${part}film`);
  await expect.poll(() => network.envelopesUp).toBe(head.length + fields.length + part.length);
  client.end('more of it');
  await expect.poll(() => network.bytesUp).toBe(head.length + fields.length + part.length + 14);
});

test('a cut resets both sides and loses bytes in transit; until it is restored nobody gets through', async () => {
  const client = open();
  const [server] = await accepted;
  if (!server) throw new Error('no connection');
  const bothClosed = Promise.all([closed(client), closed(server.on('error', () => undefined))]);
  client.write(Buffer.alloc(1_000_000));
  let got = 0;
  await new Promise<void>((resolve) => {
    server.on('data', (piece) => {
      got += piece.length;
      resolve();
    });
  });
  network.cut();
  await bothClosed;
  expect(network.bytesUp).toBeGreaterThanOrEqual(got);
  expect(network.bytesUp).toBeLessThan(1_000_000);
  await closed(open());
  network.restore();
  const again = once(target, 'connection');
  const back = open();
  await again;
  back.destroy();
});
