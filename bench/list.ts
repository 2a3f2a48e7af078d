import { drizzle } from 'drizzle-orm/node-postgres';
import { pageOf } from '#server/modules/protocols/protocols/list-repository.ts';
import type { Db } from '#server/platform/db/database.ts';
import { demoSecretary } from '#tests/support/api-client.ts';
import { freePort, killGroup, spawnGroup, until } from '#tests/support/processes.ts';
import { fillDatabase } from './list-rows.ts';
import { percentile, Target } from './load.ts';
import { PostgresStand } from './postgres-stand.ts';
import { type Figure, median } from './table.ts';

const few = 1_000;
const many = 1_000_000;
const rounds = 10;
const perRound = 200;
const maxGrowth = 1.5;
const minRate = 0.5;
const atOnce = 8;
const rateMs = 2_000;

/**
 * Measures the first page of protocols from a real server: with few and many rows, and beside a bare route that runs
 * its query.
 */
export function measureList(): Promise<Figure[]> {
  return PostgresStand.use(async (stand) => {
    const open = async (rows: number) => {
      const url = await stand.createDatabase(`list_${rows}`);
      const ownerId = await fillDatabase(url, demoSecretary, rows);
      const server = await stand.startServer(url, demoSecretary);
      return { url, ownerId, target: new Target(`${server.url}/protocols?limit=15&page=1`, server.headers) };
    };
    const [small, large] = [await open(few), await open(many)];
    const bare = await startBare(large.url, large.ownerId, stand);
    stand.onClose(() => [small.target, large.target, bare].map((target) => target.close()));
    return [await growth(small.target, large.target), await rates(large.target, bare)];
  });
}

async function startBare(url: string, ownerId: string, stand: PostgresStand): Promise<Target> {
  const port = await freePort();
  const page = pageOf(drizzle.mock() as unknown as Db, [ownerId], { limit: 15, page: 1 }).toSQL();
  const env = { DATABASE_URL: url, QUERY: JSON.stringify(page), PORT: String(port) };
  const child = spawnGroup(process.execPath, ['bench/bare-list-server.ts'], env);
  stand.onClose(() => killGroup(child, 'SIGTERM'));
  const target = new Target(`http://127.0.0.1:${port}/`);
  await until(() => target.ask().catch(() => undefined), 'the bare route');
  return target;
}

/** In turns, so that other load on the machine affects both. */
async function growth(small: Target, large: Target): Promise<Figure> {
  const times: [number[], number[]] = [[], []];
  for (const target of [small, large]) await target.series(perRound);
  for (let round = 0; round < rounds; round += 1) {
    times[0].push(...(await small.series(perRound)));
    times[1].push(...(await large.series(perRound)));
  }
  const [before, after] = [percentile(times[0], 95), percentile(times[1], 95)];
  return {
    what: 'GET /protocols, 15 строк из миллиона, p95',
    measured: `${after.toFixed(2)} мс (×${(after / before).toFixed(2)})`,
    reference: `из тысячи ${before.toFixed(2)} мс`,
    target: `≤ ×${maxGrowth}`,
    holds: after <= before * maxGrowth,
  };
}

async function rates(ours: Target, bare: Target): Promise<Figure> {
  const found: [number[], number[]] = [[], []];
  for (const target of [ours, bare]) await target.rate(rateMs, atOnce);
  for (let round = 0; round < 5; round += 1) {
    found[0].push(await ours.rate(rateMs, atOnce));
    found[1].push(await bare.rate(rateMs, atOnce));
  }
  const [own, reference] = [median(found[0]), median(found[1])];
  return {
    what: 'GET /protocols, ответов в секунду',
    measured: `${own.toFixed(0)} (×${(own / reference).toFixed(2)})`,
    reference: `Fastify с одним запросом ${reference.toFixed(0)}`,
    target: `≥ ×${minRate}`,
    holds: own >= reference * minRate,
  };
}
