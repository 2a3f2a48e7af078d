import { createDecipheriv, createECDH, createPublicKey, createVerify, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, createServer, type Server } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { PushMessage } from '#contract/notices/notice.ts';
import type { PushNetwork } from '#server/modules/notices/index.ts';
import { until } from '#tests/support/processes.ts';
import { testCertificate } from './certificate.ts';

type Received = { browser: string; message: PushMessage; headers: IncomingHttpHeaders };
type Answer = number | 'silence';

/**
 * A push service on the loopback with its browsers. It checks the sender, and decrypts by RFC 8291 with the browser's
 * keys, in an implementation other than the one that encrypted.
 */
export class PushService {
  readonly received: Received[] = [];
  /** Decides the answer to the next message for a browser. */
  answer: (browser: string) => Answer = () => 201;
  /** All requests, also those that it did not accept. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #browsers = new Map<string, { curve: ReturnType<typeof createECDH>; auth: Buffer }>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<PushService> {
    const server = createServer(testCertificate());
    const service = new PushService(server);
    server.on('request', async (request, response) => {
      const browser = request.url?.slice(1) ?? '';
      const body = await buffer(request);
      service.asked.push(browser);
      const answer = service.answer(browser);
      if (answer === 'silence') return;
      if (answer < 300) {
        assertSender(request.headers, service.#origin);
        service.received.push({
          browser,
          headers: request.headers,
          message: JSON.parse(service.#decrypt(browser, body)),
        });
      }
      response.writeHead(answer).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return service;
  }

  get #origin(): string {
    const address = this.#server.address();
    return `https://localhost:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** Network through which a server reaches it, in place of the internet. */
  network(): PushNetwork {
    return {
      agent: new Agent({ ca: testCertificate().cert, family: 4 }),
      allows: ({ origin }) => origin === this.#origin,
    };
  }

  /** Subscribes a browser. @returns the subscription that its PushManager would give */
  subscribe(browser: string) {
    const [curve, auth] = [createECDH('prime256v1'), randomBytes(16)];
    curve.generateKeys();
    this.#browsers.set(browser, { curve, auth });
    const keys = { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') };
    return { endpoint: `${this.#origin}/${browser}`, keys };
  }

  /** Resolves with the messages for a browser, once there are this many. */
  messages(browser: string, count = 1): Promise<PushMessage[]> {
    const own = () => this.received.filter((each) => each.browser === browser).map(({ message }) => message);
    return until(() => (own().length >= count ? own() : undefined), `${count} messages for ${browser}`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Decrypts `aes128gcm` of RFC 8188 with the keys of RFC 8291; one record. */
  #decrypt(browser: string, body: Buffer): string {
    const known = this.#browsers.get(browser);
    if (!known) throw new Error(`No browser ${browser}`);
    const salt = body.subarray(0, 16);
    const keyEnd = 21 + (body[20] ?? 0);
    const sender = body.subarray(21, keyEnd);
    const secret = known.curve.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), known.curve.getPublicKey(), sender]);
    const material = Buffer.from(hkdfSync('sha256', secret, known.auth, info, 32));
    const derive = (label: string, size: number) =>
      Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${label}\0`, size));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    const record = body.subarray(keyEnd);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    // Cuts off the end mark of the last record, and its padding.
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

/** Checks the sender's token, which is signed with its key for this service and for a short time (RFC 8292). */
function assertSender({ authorization = '' }: IncomingHttpHeaders, origin: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const coordinate = (start: number) => point.subarray(start, start + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const verify = createVerify('sha256').update(`${head}.${claims}`);
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify.verify(publicKey, Buffer.from(signature, 'base64url'))) throw new Error('The signature is wrong');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const isSoon = exp * 1000 < Date.now() + 24 * 3600 * 1000;
  if (aud !== origin || !isSoon || !/^mailto:/.test(sub)) throw new Error(`Not for this service: ${aud} ${exp} ${sub}`);
}
