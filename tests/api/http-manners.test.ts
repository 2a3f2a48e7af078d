import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './support/test-app.ts';

describe('manners of HTTP', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await startTestApp('postgres');
    const address = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }));
    port = Number(address.port);
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  /** Sends these bytes. @returns everything that comes back until the server closes the connection */
  const sendRaw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (part) => {
        answer += part;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });

  test.each([
    ['DELETE', '/api/me', 'GET, HEAD, POST, PUT'],
    ['PATCH', '/api/protocols/tasks', 'DELETE, GET, HEAD, PUT'],
    ['GET', '/api/protocols/p1/final?x=1', 'POST'],
  ] as const)('a known address with a wrong method is answered with 405: %s %s', async (method, url, allow) => {
    const reply = await app.app.inject({ method, url });
    expect([reply.statusCode, reply.json().code, reply.headers.allow]).toEqual([405, 'method_not_allowed', allow]);
  });

  test('an unknown address is answered with 404, whatever the method', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const reply = await app.app.inject({ method, url: '/api/nothing' });
      expect([reply.statusCode, reply.headers.allow]).toEqual([404, undefined]);
    }
  });

  test('a 401 names the scheme by which to sign in', async () => {
    const reply = await app.app.inject({ url: '/api/me' });
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  test('an encoded address of the API is treated like the plain one', async () => {
    const read = await app.app.inject({ url: '/%61pi/health' });
    expect([read.statusCode, read.headers['cache-control']]).toEqual([200, 'no-store']);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const write = await app.app.inject({ method: 'POST', url: '/%61pi/refresh', headers });
    expect([write.statusCode, write.json().code]).toEqual([403, 'forbidden']);
  });

  test('the 404 of a missing asset is not cached', async () => {
    const reply = await app.app.inject({ url: '/assets/x.js' });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  test.each([
    ['a malformed request', 'GET / HTTP/1.1\r\nbroken\r\n\r\n', 400, 'bad_request'],
    ['headers that are too long', `GET / HTTP/1.1\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'payload_too_large'],
    ['a malformed address', 'GET /api/%E0 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400, 'bad_request'],
    [
      'a parameter that is too long',
      `GET /api/protocols/${'x'.repeat(2_000)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      414,
      'bad_request',
    ],
  ])('%s is refused with the headers of every answer', async (_what, bytes, status, code) => {
    const [head = '', body = ''] = (await sendRaw(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/[А-Яа-я]/), code });
    for (const line of [
      /^cache-control: no-store\r?$/im,
      /^content-security-policy: default-src 'none'; frame-ancestors 'none'\r?$/im,
      /^content-type: application\/json; charset=utf-8\r?$/im,
      /^referrer-policy: no-referrer\r?$/im,
      /^x-content-type-options: nosniff\r?$/im,
    ]) {
      expect(head).toMatch(line);
    }
  });

  test('Cross-Origin-Opener-Policy is sent only where browsers heed it', async () => {
    const policyAt = async (host: string, more: Record<string, string> = {}) =>
      (await app.app.inject({ url: '/api/health', headers: { host, ...more } })).headers['cross-origin-opener-policy'];
    expect(await policyAt('office.local:3000')).toBeUndefined();
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect(await policyAt(host)).toBe('same-origin');
    expect(await policyAt('office.local', { 'x-forwarded-proto': 'https' })).toBe('same-origin');
  });

  test('password managers are led to where a password is changed, and robots to no call or guest', async () => {
    const change = await app.app.inject({ url: '/.well-known/change-password' });
    expect([change.statusCode, change.headers.location]).toEqual([302, '/main/settings?tab=profile']);
    const robots = await app.app.inject({ url: '/robots.txt' });
    expect([robots.headers['content-type'], robots.body]).toEqual([
      'text/plain; charset=utf-8',
      'User-agent: *\nDisallow: /api/\nDisallow: /s/\n',
    ]);
  });
});
