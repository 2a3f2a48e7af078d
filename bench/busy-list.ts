import { Agent } from 'node:http';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { fillOffice, people } from './busy-rows.ts';
import { percentile, Target } from './load.ts';
import { PostgresStand } from './postgres-stand.ts';
import { cpuOf } from './process-cpu.ts';
import { type Figure, median } from './table.ts';

const connections = 32;
const rounds = 5;
const roundMs = 4_000;
const writeEveryMs = 100;
const minRate = 300;
const maxP99 = 200;

/** Queries that everybody in the office makes in turn. */
const asked = [
  ...['page=1', 'page=2', 'page=7', 'page=30', 'page=1&stage=finish', 'page=3&stage=no_video'].map(
    (query) => `limit=15&${query}`,
  ),
  'limit=30&page=1',
  'limit=5&page=1',
];

interface Round {
  rate: number;
  /** Milliseconds of each answer, and of each concurrent write. */
  times: number[];
  writes: number[];
  /** Milliseconds of processor time per answer: server and database. */
  cpu: number;
}

/**
 * Measures the list of protocols for 21 people over 32 connections, with a write every 100 ms: on the embedded database
 * and on PostgreSQL, alternately.
 */
export function measureBusyList(): Promise<Figure[]> {
  return PostgresStand.use(async (stand) => {
    const url = await stand.createDatabase('busy');
    const embedded = await openOffice(stand, { folder: join(stand.folder, 'embedded') });
    const postgres = await openOffice(stand, { url, folder: join(stand.folder, 'postgres') });
    const found: [Round[], Round[]] = [[], []];
    for (const office of [embedded, postgres]) await office();
    for (let round = 0; round < rounds; round += 1) {
      found[0].push(await embedded());
      found[1].push(await postgres());
    }
    return figuresOf(...found);
  });
}

/** Fills a database and starts a server on it. @returns a function that runs one round of requests */
async function openOffice(stand: PostgresStand, { url, folder }: { url?: string; folder: string }) {
  const database = await openDatabase({ url, folder: join(folder, 'db') });
  await fillOffice(database);
  await database.close();
  const server = await ServerProcess.start(folder, { DATABASE_URL: url ?? '', DEMO: 'off' });
  stand.onClose(() => server.stop());
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  stand.onClose(() => agent.destroy());
  const tokens: string[] = [];
  for (const person of people) tokens.push(await signIn(server.url, person));
  const targets = asked.flatMap((query) =>
    tokens.map(
      (token) => new Target(`${server.url}/api/protocols?${query}`, { authorization: `Bearer ${token}` }, agent),
    ),
  );
  const spent = () => cpuOf(server.pid) + (url === undefined ? 0 : stand.cpu());
  const write = (count: number) => createProtocol(server.url, tokens[1 + (count % 20)] ?? '', 'Совещание');
  return () => measureRound(targets, spent, write);
}

async function measureRound(
  targets: Target[],
  spent: () => number,
  write: (count: number) => Promise<unknown>,
): Promise<Round> {
  const [times, writes]: [number[], number[]] = [[], []];
  const [started, before] = [performance.now(), spent()];
  const isOn = () => performance.now() - started < roundMs;
  let count = 0;
  const askOn = async () => {
    while (isOn()) {
      count += 1;
      times.push((await targets[count % targets.length]?.ask()) ?? Number.NaN);
    }
  };
  const writeOn = async () => {
    for (let due = started; isOn(); due += writeEveryMs) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const began = performance.now();
      await write(writes.length);
      writes.push(performance.now() - began);
    }
  };
  await Promise.all([writeOn(), ...Array.from({ length: connections }, askOn)]);
  const rate = (times.length * 1000) / (performance.now() - started);
  return { rate, times, writes, cpu: (spent() - before) / times.length };
}

function figuresOf(embedded: Round[], postgres: Round[]): Figure[] {
  const of = (each: Round[], value: (round: Round) => number) => median(each.map(value));
  const p99 = (each: Round[]) => of(each, ({ times }) => percentile(times, 99));
  const what = 'GET /protocols, 21 человек, 32 соединения, запись каждые 100 мс';
  const [rate, late] = [of(embedded, (round) => round.rate), p99(embedded)];
  const wait = (each: Round[]) =>
    `${of(each, ({ times }) => percentile(times, 50)).toFixed(0)} / ${p99(each).toFixed(0)} мс`;
  const writes = (each: Round[]) => `${of(each, (round) => percentile(round.writes, 99)).toFixed(0)} мс`;
  const cpu = (each: Round[]) => `${of(each, (round) => round.cpu).toFixed(2)} мс`;
  const figure = (name: string, value: (each: Round[]) => string, target: string, holds: boolean): Figure => ({
    what: `${what}: ${name}`,
    measured: value(embedded),
    reference: `PostgreSQL ${value(postgres)}`,
    target,
    holds,
  });
  return [
    figure('ответов в секунду', (each) => of(each, (round) => round.rate).toFixed(0), `≥ ${minRate}`, rate >= minRate),
    figure('p50 / p99', wait, `p99 ≤ ${maxP99} мс`, late <= maxP99),
    figure('запись, p99', writes, '—', true),
    figure('процессор на ответ, вместе с базой', cpu, '—', true),
  ];
}
