import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './support/test-app.ts';

describe('manners of HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgres');
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  test('a 401 names the scheme by which to sign in', async () => {
    const reply = await app.app.inject({ url: '/api/me' });
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  test('the 404 of a missing asset is not cached', async () => {
    const reply = await app.app.inject({ url: '/assets/x.js' });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'no-store']);
  });
});
