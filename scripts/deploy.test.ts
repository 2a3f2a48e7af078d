import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { errorBody } from '#contract/envelope.ts';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { readConfig } from '#server/config/read-config.ts';
import { settingNames } from '#server/config/settings.ts';
import { rejectContradictions } from '#server/config/startup-checks.ts';
import { wrongSettingsExit } from '#server/config/startup-error-text.ts';

// The examples in `deploy/` are kept true: their settings exist, and sizes, ports and times agree with the server's.

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const secondsOf = (text: string | undefined) => Number(/^(\d+)s?$/.exec(text ?? '')?.[1]);
const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];

type Service = {
  environment?: Record<string, string>;
  read_only?: boolean;
  ports?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  command?: string[];
  image?: string;
  healthcheck?: { test: string[]; start_period?: string };
};
type Compose = { services: Record<string, Service>; volumes: Record<string, null> };

const composeText = read('compose.yaml');
const compose = parse(composeText, { merge: true }) as Compose;
const container = read('Containerfile');
const caddy = read('Caddyfile');
const nginx = read('nginx.conf');
const unit = read('protokol.service');
const guide = readFileSync(join(root, 'docs/deployment.md'), 'utf8');
const example = Object.fromEntries(
  read('example.env')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1) || 'filled-in']),
);
const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('node'));
const filledIn = (text: string) => text.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => example[name] ?? '');
const known = new Set(settingNames);

const all = Object.values(calls) as Call[];
/** Largest body by the server's limits: files plus the texts of form data. */
const largestBody = Math.max(
  chunkBytes,
  ...all.map(({ files = {}, maxBodyBytes = 0 }) =>
    Math.max(
      maxBodyBytes,
      Object.values(files).reduce((sum, { most, maxBytes }) => sum + most * maxBytes, 16 * 1024 * 1024),
    ),
  ),
);
const longestAnswer = Math.max(...all.map(({ answerMs = 0 }) => answerMs)) / 1000;
const { stop } = readConfig({ DATABASE_URL: 'postgres://host/base' });
/** Seconds to wait before a server is killed. */
const stopSeconds = (stop.drainMs + stop.finishMs) / 1000 + 15;

test('every setting that is used exists, and each that is required is in example.env', () => {
  for (const [name, { environment = {} }] of nodes) {
    expect(
      Object.keys(environment).filter((setting) => !known.has(setting)),
      name,
    ).toEqual([]);
  }
  const ofContainer = [...(/^ENV (.+)$/m.exec(container)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name);
  const ofUnit = [...(/^Environment=(.+)$/m.exec(unit)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect([...ofContainer, ...ofUnit].filter((name) => !known.has(String(name)))).toEqual([]);
  const asked = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  expect([...asked].sort()).toEqual(Object.keys(example).sort());
});

test('the servers of compose.yaml have a valid configuration, and share storage and secret', () => {
  expect(nodes).toHaveLength(2);
  for (const [, { environment = {} }] of nodes) {
    const env = Object.entries(environment).map(([name, value]) => [name, filledIn(String(value))]);
    const config = readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', ...Object.fromEntries(env) });
    expect(() => rejectContradictions(config)).not.toThrow();
    expect([config.demo, config.isMailOff]).toEqual([false, false]);
    expect(composeText).toContain(`--bucket ${new URL(config.storageUrl ?? '').hostname}`);
  }
  const [one, other] = nodes.map(([, { volumes }]) => volumes?.[0]);
  expect(one).not.toBe(other);
});

test('only the proxy is reachable from outside, and the root of a server is read-only', () => {
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports);
  expect(open.map(([name]) => name)).toEqual(['proxy']);
  for (const [, { read_only }] of nodes) expect(read_only).toBe(true);
  expect(found(container, /^USER (\w+)$/m)).toBe('node');
  expect(container).toMatch(/apt-get install .*\bffmpeg\b/);
  expect(container).toContain('/api/live');
});

test('the ports of container, proxies and server agree', () => {
  const port = found(container, /\bPORT=(\d+)/);
  expect(found(container, /^EXPOSE (\d+)$/m)).toBe(port);
  expect(found(caddy, /reverse_proxy (.+) \{/)?.split(' ')).toEqual(nodes.map(([name]) => `${name}:${port}`));
  expect(nginx).toContain(`server 127.0.0.1:${readConfig({}).port} `);
});

test('proxies take the largest body and wait for the longest answer', () => {
  expect(Number(found(nginx, /client_max_body_size (\d+)m;/)) * 1024 ** 2).toBeGreaterThanOrEqual(largestBody);
  expect(Number(found(caddy, /max_size (\d+)MB/)) * 1e6).toBeGreaterThanOrEqual(largestBody);
  expect(secondsOf(found(nginx, /proxy_read_timeout (\w+);/))).toBeGreaterThan(longestAnswer);
  expect(secondsOf(found(caddy, /response_header_timeout (\w+)/))).toBeGreaterThan(longestAnswer);
  // A chunk that breaks off is kept as far as it came.
  expect(nginx).toContain('proxy_request_buffering off;');
});

test('a failure in all servers takes none out of the proxy, and people are told when none answers', () => {
  expect(found(caddy, /health_uri (\S+)/)).toBe('/api/serving');
  expect(caddy).toMatch(/handle_errors \{.*Сервер обновляется или не отвечает/s);
  expect(nginx).toContain('http_503');
  const peers = [...nginx.matchAll(/^ {4}server 127.*;$/gm)].map(([line]) => line);
  expect(peers).toHaveLength(2);
  for (const line of peers) expect(line).toContain(' max_fails=0;');
  expect(nginx).toMatch(/location @away \{[^}]*Сервер обновляется или не отвечает/);
});

test('a server that is gone is given up in time for the next one', () => {
  const [connect, all] = [/proxy_connect_timeout (\w+);/, /proxy_next_upstream_timeout (\w+);/].map((pattern) =>
    secondsOf(found(nginx, pattern)),
  );
  expect(Number(connect) * 2).toBeLessThanOrEqual(Number(all));
});

test('a call gets the error shape of the API from the proxy, too', () => {
  for (const [proxy, pattern] of [
    [nginx, /location @away_call \{.*?return 503 '(\{.*?\})'/s],
    [caddy, /respond @call `(\{.*?\})`/],
  ] as const)
    expect(errorBody.parse(JSON.parse(found(proxy, pattern) ?? '')).code).toBe('unavailable');
});

test('a caller cannot choose the address that nginx tells, and no video is written to its disk', () => {
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(nginx).toContain('proxy_max_temp_file_size 0;');
});

test('the logs of the proxies have the id of a request, and no token', () => {
  const servers = nginx.split(/^server \{$/m).slice(1);
  for (const server of servers) expect(server).toMatch(/access_log \S+ protokol;\s+error_log \S+ crit;/);
  const format = found(nginx, /log_format protokol '(.*)';/) ?? '';
  expect(format).toContain('$request_id');
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|http_referer)\b(?!_)/);
  const inNginx = [...nginx.matchAll(/^ {4}~(\^\S+) +(.*);$/gm)].map(([, from = '', to = '']) => [from, to] as const);
  const [, from = '', to = ''] = /request>uri regexp (\S+) (\S+)/.exec(caddy) ?? [];
  for (const [address, logged] of [
    ['/change-password/geheim?email=anna%40example.ru', '/change-password/'],
    ['/s/geheim', '/s/'],
    ['/s/calendar/geheim.ics', '/s/'],
    ['/api/files/1?token=geheim', '/api/files/1'],
    ['/api/me', '/api/me'],
  ] as const) {
    const rule = inNginx.find(([pattern]) => new RegExp(pattern).test(address));
    const groups = new RegExp(rule?.[0] ?? '').exec(address)?.groups;
    expect(
      rule?.[1].replaceAll(/\$(\w+)/g, (_, name: string) => groups?.[name] ?? ''),
      address,
    ).toMatch(new RegExp(`^${logged}(\\.{3}|…)?$`));
    expect(address.replace(new RegExp(from), to)).toMatch(new RegExp(`^${logged}(\\.{3}|…)?$`));
  }
  expect(caddy).toMatch(/request>headers delete/);
});

test('under systemd a server with wrong settings is not started again and again', () => {
  expect(found(unit, /^RestartPreventExitStatus=(.*)$/m)).toBe(String(wrongSettingsExit));
});

test('an update goes on to the next server once the one before is ready', () => {
  for (const [name, { healthcheck }] of nodes) expect(healthcheck?.test.join(' '), name).toContain(':3000/api/ready');
  expect(guide).toMatch(/up -d --no-deps --wait node1/);
  expect(compose.services.postgres?.healthcheck?.test).toContain('127.0.0.1');
});

test('no password gets into a layer of the image', () => {
  expect(readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['**/.env*', '**/*.env']),
  );
});

test('the image has the backup client of its PostgreSQL version', () => {
  const major = found(compose.services.postgres?.image ?? '', /postgres:(\d+)/);
  expect(found(container, /postgresql-client-(\d+)/)).toBe(major);
  expect(guide).toMatch(/run --rm .*node1 node server\/backup\.ts --to/);
});

test('under systemd the server and the commands beside it have the same settings', () => {
  expect(found(unit, /^Environment=(.*)$/m)).not.toContain('DATA_DIR');
  const block = found(guide, /## systemd\n\n((?: {4}.*\n)+)/);
  expect(block).toMatch(/install -D .*\/etc\/protokol\/env/);
  expect(block).toMatch(/DATA_DIR=\/var\/lib\/protokol/);
  expect(block).toMatch(/systemd-run .*--uid=protokol/);
  expect(block).toContain('server/create-admin.ts');
  expect(found(unit, /^StateDirectory=(.*)$/m)).toBe('protokol');
  // Fastify lists the machine's addresses, and would fail without it.
  expect(found(unit, /^RestrictAddressFamilies=(.*)$/m)?.split(' ')).toContain('AF_NETLINK');
});

test('containers and systemd wait long enough for a stop', () => {
  expect(stopSeconds).toBe(30);
  for (const [, { environment = {}, stop_grace_period: grace }] of nodes) {
    expect([Number(environment.DRAIN_SECONDS), Number(environment.FINISH_SECONDS)]).toEqual([
      stop.drainMs / 1000,
      stop.finishMs / 1000,
    ]);
    expect(secondsOf(grace)).toBeGreaterThan(stopSeconds);
  }
  expect(secondsOf(found(unit, /^TimeoutStopSec=(\d+)$/m))).toBeGreaterThan(stopSeconds);
  // The proxy notices the stop before the server ceases to answer.
  expect(secondsOf(found(caddy, /health_interval (\w+)/))).toBeLessThan(stop.drainMs / 1000);
});

test('the container has the Node version of the project', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [major] = devDependencies.node.split('.');
  for (const [, version] of container.matchAll(/library\/node:(\d+)-/g)) expect(version).toBe(major);
});
