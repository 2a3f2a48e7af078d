import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './support/test-database.ts';

const email = 'secretary@example.ru';
/** E-mail of the person whose password a test changes. */
const other = 'o.vasilyeva@example.ru';
const patience = 120_000;

describe('a real server', () => {
  let folder: string;
  let url: string;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-security-'));
    url = await createPostgresDatabase();
    server = await ServerProcess.start(join(folder, 'data'), { DATABASE_URL: url });
  }, patience);
  afterAll(async () => {
    await server.stop();
    await dropPostgresDatabase(url);
    await rm(folder, { recursive: true, force: true });
  });

  const post = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const signIn = async (password: string, as = email) => {
    const reply = await post('/login', { email: as, password });
    const { data } = (await reply.json()) as { data?: { token: string } };
    const [setCookie = '', device = ''] = reply.headers.getSetCookie();
    return {
      status: reply.status,
      token: data?.token ?? '',
      setCookie,
      device,
      cookie: /^[^;]*/.exec(setCookie)?.[0] ?? '',
    };
  };

  test('serves a page without inline scripts, and its CSP allows none', async () => {
    const reply = await fetch(server.url, { headers: { accept: 'text/html' } });
    expect(reply.status).toBe(200);
    const directives = Object.fromEntries(
      (reply.headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name, ...sources] = directive.trim().split(' ');
        return [name, sources];
      }),
    );
    expect(directives).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
    });
    const page = await reply.text();
    const scripts = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes, text] of scripts) {
      expect(attributes).toMatch(/\ssrc="\/[^/"]/);
      expect(text).toBe('');
    }
    expect(page).not.toMatch(/\son[a-z]+=|javascript:/i);
    const worker = await fetch(`${server.url}/sw.js`);
    expect(worker.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(await worker.text()).not.toMatch(/\beval\(|new Function\(/);
  });

  test('sets HttpOnly, Strict cookies only', async () => {
    const { setCookie, device, cookie, token } = await signIn('protokol');
    expect(setCookie).toMatch(/^refresh=[^;]+; Max-Age=\d+; Path=\/api; HttpOnly; SameSite=Strict$/);
    expect(device).toMatch(/^device=[^;]+; Max-Age=\d+; Path=\/api\/login; HttpOnly; SameSite=Strict$/);
    expect(await (await fetch(`${server.url}/api/health`, { headers: { cookie } })).text()).not.toContain(token);
    // The cookie alone identifies nobody: it yields a token, to the app's own page only.
    expect((await fetch(`${server.url}/api/me`, { headers: { cookie } })).status).toBe(401);
  });

  test('lets no page of another origin use the cookie', async () => {
    const { cookie } = await signIn('protokol');
    for (const site of ['cross-site', 'same-site']) {
      for (const path of ['/refresh', '/logout']) {
        const headers = { cookie, origin: 'https://evil.example.com', 'sec-fetch-site': site };
        const reply = await post(path, undefined, headers);
        expect([path, reply.status, reply.headers.get('set-cookie')]).toEqual([path, 403, null]);
        expect(await reply.json()).toEqual({ message: 'Запрос с другого сайта не принимается', code: 'forbidden' });
      }
    }
    const preflight = await fetch(`${server.url}/api/refresh`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example.com', 'access-control-request-method': 'POST' },
    });
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const form = await fetch(`${server.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify({ email, password: 'protokol' }),
      });
      expect([type, form.status, form.headers.get('set-cookie')]).toEqual([type, 415, null]);
    }
    const own = await post('/refresh', undefined, { cookie, 'sec-fetch-site': 'same-origin' });
    expect(own.status).toBe(200);
    expect(own.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('writes no secret into its log, also when it fails', { timeout: patience }, async () => {
    const secrets = ['не-тот-пароль', 'новый-пароль-1', 'ещё-пароль-2', 'чужая-ссылка'];
    await signIn('не-тот-пароль', other);
    const { token, cookie } = await signIn('protokol', other);
    const refreshed = await post('/refresh', undefined, { cookie });
    const next = (/^[^;]*/.exec(refreshed.headers.get('set-cookie') ?? '')?.[0] ?? '').replace('refresh=', '');
    const renewed = ((await refreshed.json()) as { token: string }).token;
    secrets.push(token, cookie.replace('refresh=', ''), next, renewed);
    expect(secrets.every((secret) => secret.length > 10)).toBe(true);
    await fetch(`${server.url}/api/me?token=${token}`, { headers: { authorization: `Bearer ${renewed}` } });

    const reset = (claim: { token: string; email: string }, password: string) =>
      post('/change-password/reset', { ...claim, password, password_confirmation: password });
    await post('/change-password/send-link', { email: other });
    const link = await until(() => /\s(http\S+token=\S+)\n/.exec(server.output)?.[1], 'the link');
    const claim = { token: new URL(link).searchParams.get('token') ?? '', email: other };
    secrets.push(claim.token);
    await fetch(link, { headers: { accept: 'text/html' } });
    expect((await reset({ ...claim, token: 'чужая-ссылка' }, 'новый-пароль-1')).status).toBe(422);
    expect((await reset(claim, 'новый-пароль-1')).status).toBe(204);

    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query('alter table sessions rename to sessions_away');
      expect((await signIn('новый-пароль-1', other)).status).toBe(500);
      await client.query('alter table sessions_away rename to sessions');
      await client.query('alter table mails rename column recipient to recipient_away');
      await post('/change-password/send-link', { email: other });
      await until(
        () => /Failed query: insert into \\?"mails/.exec(server.output) ?? undefined,
        'the failure of a mail',
      );
      await client.query('alter table mails rename column recipient_away to recipient');
      const { rows } = await client.query<{ output: string }>(
        "select output::text from jobs.job where state <> 'completed'",
      );
      expect(rows.map(({ output }) => output).join()).not.toContain('change-password/');
    } finally {
      await client.end();
    }
    const log = server.output.replace(/^Письмо «.*\n.*$/gm, '');
    expect(log).toMatch(/Failed query/);
    expect(log).not.toMatch(/params:|argon2id|change-password\/[\w-]{20}/);
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});
