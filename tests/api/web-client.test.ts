import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';

const page = '<!doctype html><title>Протокол</title>';
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`;
const font = Buffer.from('wOF2 and what is compressed in it');

const link = (name: string) => `</assets/${name}-abc123.js>; rel=modulepreload`;
const parts = {
  '/main': link('shell'),
  '/main/protocols': `${link('shell')}, ${link('list')}`,
  '/main/protocols/add': `${link('shell')}, ${link('form')}`,
  '/main/protocols/:id': `${link('shell')}, ${link('protocol')}`,
};

describe('the built app', () => {
  let folder: string;
  let app: TestApp;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-dist-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), page);
    await writeFile(join(folder, 'index.html.br'), brotliCompressSync(page));
    await writeFile(join(folder, 'page-parts.json'), JSON.stringify(parts));
    await writeFile(join(folder, 'sw.js'), 'self');
    await writeFile(join(folder, 'manifest.webmanifest'), '{}');
    await writeFile(join(folder, 'assets/font-abc123.woff2'), font);
    await writeFile(join(folder, 'assets/index-abc123.js'), script);
    await writeFile(join(folder, 'assets/index-abc123.js.br'), brotliCompressSync(script));
    await writeFile(join(folder, 'assets/index-abc123.js.gz'), gzipSync(script));
    app = await startTestApp('postgres', { clientFolder: folder });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
    app.app.inject({ url, headers });

  test.each(['/', '/login', '/main/protocols/018f?tab=video', '/change-password/secret?token=a', '/no/such/page'])(
    'opens at %s, and is revalidated each time',
    async (url) => {
      const reply = await get(url);
      expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([200, page, 'no-cache']);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  test.each<Record<string, string>>([{ accept: '*/*' }, {}])(
    'opens for a program that accepts anything, with the headers %j',
    async (headers) => {
      for (const url of ['/login', '/main/protocols/018f?tab=a.b']) {
        expect((await get(url, headers)).body, url).toBe(page);
        expect((await app.app.inject({ method: 'HEAD', url, headers })).statusCode, url).toBe(200);
      }
      for (const url of ['/no-such.js', '/main/no-such.png?v=1'])
        expect((await get(url, headers)).statusCode, url).toBe(404);
      expect((await get('/login', { accept: 'application/json' })).statusCode).toBe(404);
    },
  );

  test('sends a Link header with the files of a signed-in screen, at the addresses of such screens only', async () => {
    const linkOf = async (url: string) => (await get(url)).headers.link;
    expect(await linkOf('/main')).toBe(parts['/main']);
    expect(await linkOf('/main/no-such-screen')).toBe(parts['/main']);
    expect(await linkOf('/main/protocols?page=2')).toBe(parts['/main/protocols']);
    expect(await linkOf('/main/protocols/add')).toBe(parts['/main/protocols/add']);
    expect(await linkOf('/main/protocols/018f?tab=video')).toBe(parts['/main/protocols/:id']);
    expect([await linkOf('/'), await linkOf('/login'), await linkOf('/mainly')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('hashed files are cached as immutable and compressed', async () => {
    const packed = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(script);
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    expect((await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    );
    expect((await get('/assets/index-abc123.js', {})).body).toBe(script);
  });

  test('a font is cached as immutable, and not compressed once more', async () => {
    const reply = await get('/assets/font-abc123.woff2', { 'accept-encoding': 'gzip, br' });
    expect(reply.rawPayload).toEqual(font);
    expect(reply.headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(reply.headers['content-encoding']).toBeUndefined();
  });

  test('the page is compressed, and answered with 304 while it is the same', async () => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br' };
    const first = await get('/main', headers);
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe(page);
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', etag: expect.any(String) });
    expect(first.headers.vary).toMatch(/accept-encoding/i);
    const again = await get('/main', { ...headers, 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const plain = await get('/main', { accept: 'text/html', 'if-none-match': String(first.headers.etag) });
    expect([plain.statusCode, plain.body]).toEqual([200, page]);
    expect((await get('/index.html.br', { accept: '*/*' })).statusCode).toBe(404);
  });

  test.each([
    ['/sw.js', /^text\/javascript|^application\/javascript/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ])('%s is revalidated each time', async (url, type) => {
    const reply = await get(url, {});
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(reply.headers['content-type']).toMatch(type);
  });

  test('a missing script or API address returns 404 instead of the page', async () => {
    for (const [url, accept] of [
      ['/assets/index-old.js', '*/*'],
      ['/assets/index-old.js', 'text/html'],
      ['/api/nothing', 'text/html'],
      ['/api', 'text/html'],
      ['/.well-known/resource-that-should-not-exist', '*/*'],
      ['/..%2f..%2fpackage.json', '*/*'],
    ] as const) {
      const reply = await get(url, { accept });
      expect([reply.statusCode, reply.json().code], url).toEqual([
        url.includes('..') ? reply.statusCode : 404,
        'not_found',
      ]);
    }
    expect((await app.app.inject({ method: 'POST', url: '/login', headers: { accept: 'text/html' } })).statusCode).toBe(
      404,
    );
  });

  test('a build deployed over this one is served at once, and a file of the old one returns 404', async () => {
    const deployed = await mkdtemp(join(tmpdir(), 'protokol-dist-'));
    await mkdir(join(deployed, 'assets'));
    await writeFile(join(deployed, 'index.html'), page);
    await writeFile(join(deployed, 'assets/index-first.js'), script);
    const running = await startTestApp('postgres', { clientFolder: deployed });
    const ask = async (url: string, accept: string) => running.app.inject({ url, headers: { accept } });
    expect((await ask('/assets/index-first.js', '*/*')).body).toBe(script);
    await rm(join(deployed, 'assets/index-first.js'));
    await writeFile(join(deployed, 'assets/index-second.js'), `${script};`);
    await writeFile(join(deployed, 'index.html'), `${page}<p>2</p>`);
    const second = await ask('/assets/index-second.js', '*/*');
    expect([second.statusCode, second.body]).toEqual([200, `${script};`]);
    expect(second.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await ask('/main', 'text/html')).body).toBe(`${page}<p>2</p>`);
    const gone = await ask('/assets/index-first.js', '*/*');
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'not_found']);
    expect(gone.headers['cache-control'] ?? '').not.toMatch(/max-age/);
    // Between the two builds there is no page: the answer says so, and is not cached.
    await rm(join(deployed, 'index.html'));
    const between = await ask('/main', 'text/html');
    expect([between.statusCode, between.headers['cache-control']]).toEqual([503, 'no-store']);
    await running.close();
    await rm(deployed, { recursive: true });
  });

  test('inline scripts and framing are forbidden, and answers of the API are not cached', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/media-src 'self' blob:;.*worker-src 'self' blob:/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/upgrade-insecure-requests/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect((await get('/api/health')).headers['cache-control']).toBe('no-store');
  });

  test('files of the app come without the headers that only a page needs, a script with its policy', async () => {
    const script = (await get('/assets/index-abc123.js', { 'accept-encoding': 'br' })).headers;
    const font = (await get('/assets/font-abc123.woff2')).headers;
    for (const headers of [script, font]) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(Object.keys(headers)).not.toContain('x-frame-options');
      expect(Object.keys(headers)).not.toContain('permissions-policy');
    }
    // A script may be that of a worker, which heeds the policy of its own answer.
    expect(script['content-security-policy']).toMatch(/script-src 'self';/);
    expect(font['content-security-policy']).toBeUndefined();
    expect((await get('/sw.js')).headers['content-security-policy']).toMatch(/script-src 'self';/);
  });

  test('OpenAPI describes the calls of the API', async () => {
    const document = (await get('/api/docs')).json();
    expect(document.openapi).toMatch(/^3\.1/);
    expect(document.paths[`/api${calls.getProtocol.path}`].get).toMatchObject({
      summary: 'Протокол',
      security: [{ bearer: [] }],
    });
    expect(document.paths['/api/login'].post.requestBody.content['application/json'].schema.required).toEqual([
      'email',
      'password',
    ]);
    expect(document.paths['/api/login'].post.security).toBeUndefined();
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/(?!docs)/);
  });

  test('health reports features and capabilities', async () => {
    const health = (await get('/api/health')).json();
    expect(health).toMatchObject({
      status: 'ok',
      name: 'protokol',
      features: { transcribe: false, llm: false, mail: false },
    });
    expect(health.capabilities).toEqual(
      expect.arrayContaining(['upload-resume', 'idempotency', 'events', 'versions', 'client-ids', 'numbers']),
    );
  });
});

test('without a build there is a clear page, and the API works', async () => {
  const app = await startTestApp('postgres', {
    clientFolder: join(tmpdir(), 'protokol-no-such-folder'),
    config: { appUrl: 'https://app.example.ru', tools: { ffmpeg: '/no/ffmpeg', ffprobe: '/no/ffprobe' } },
  });
  const reply = await app.app.inject({ url: '/main', headers: { accept: 'text/html' } });
  expect(reply.statusCode).toBe(503);
  expect(reply.body).toContain('npm run build');
  const health = await app.app.inject('/api/health');
  expect(health.json().features.ffmpeg).toBe(false);
  expect(health.headers['strict-transport-security']).toMatch(/max-age/);
  const user = await app.addUser();
  const signedIn = await app.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: user.email, password: 'пароль-тест' },
  });
  for (const cookie of signedIn.headers['set-cookie'] ?? []) expect(cookie).toMatch(/; Secure/);
  await app.close();
});
