import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerCompression } from '#server/platform/http/compress-answers.ts';
import { startTestApp, type TestApp, type TestUser, testPassword } from './support/test-app.ts';

describe('an answer of the API', () => {
  let app: TestApp;
  let secretary: TestUser;
  beforeAll(async () => {
    app = await startTestApp('postgres');
    secretary = await app.addUser();
    const payload = { title: 'О ходе работ '.repeat(30) };
    for (let number = 0; number < 5; number += 1) await app.call(secretary, 'POST', '/protocols', payload);
  });
  afterAll(() => app.close());

  const ask = (url: string, encoding?: string, token: string | undefined = secretary.token) =>
    app.app.inject({
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(encoding !== undefined && { 'accept-encoding': encoding }),
      },
    });

  test('is compressed as Accept-Encoding allows, with the same content', async () => {
    const plain = await ask('/api/protocols', '');
    const small = await ask('/api/protocols', 'gzip, deflate, br, zstd');
    const gzipped = await ask('/api/protocols', 'gzip;q=0.5, br;q=0');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([small.headers['content-encoding'], gzipped.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body);
    expect(Number(small.headers['content-length'])).toBe(small.rawPayload.length);
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    for (const { headers } of [plain, small, gzipped]) expect(headers.vary).toMatch(/accept-encoding/i);
  });

  test('is not compressed where that saves nothing', async () => {
    expect((await ask('/api/me', 'br')).headers['content-encoding']).toBeUndefined();
  });

  test('is never compressed where its length could leak a session: if it issues a token or needs none', async () => {
    const signedIn = await app.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'accept-encoding': 'br' },
      payload: { email: secretary.email, password: testPassword },
    });
    expect(signedIn.json().data.token).toEqual(expect.any(String));
    const { name, value } = signedIn.cookies[0] ?? { name: '', value: '' };
    const refreshed = await app.app.inject({
      method: 'POST',
      url: '/api/refresh',
      headers: {
        'accept-encoding': 'br',
        authorization: `Bearer ${secretary.token}`,
        cookie: `${name}=${value}`,
        'user-agent': 'x'.repeat(2000),
      },
    });
    expect(refreshed.json().token).toEqual(expect.any(String));
    expect((await ask('/api/docs', 'br', '')).headers['content-encoding']).toBeUndefined();
  });
});

test('captions, whose address is signed, are compressed without a token; another text is not', async () => {
  const app = Fastify();
  registerCompression(app);
  const words = 'О ходе работ '.repeat(300);
  app.get('/captions', async (_, reply) => reply.type('text/vtt; charset=utf-8').send(words));
  app.get('/text', async (_, reply) => reply.type('text/plain; charset=utf-8').send(words));
  const ask = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'br' } });
  const captions = await ask('/captions');
  expect(captions.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(captions.rawPayload).toString()).toBe(words);
  expect((await ask('/text')).headers['content-encoding']).toBeUndefined();
  await app.close();
});
