import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { percentile, Target } from './load.ts';
import { PostgresStand } from './postgres-stand.ts';
import { fillForSearch } from './search-rows.ts';
import { type Figure, median } from './table.ts';

const protocols = 100_000;
const mostMs = 150;
const rounds = 20;
const account = { email: 'secretary@first.example.ru', password: 'пароль-меры' };

/** As they are typed: what nearly all have, what one has, several words, two letters, a number, none. */
const searches = [
  'бюджет',
  'бю',
  'пр',
  'кровлю гимназии',
  'утвердить смету ремонта',
  'тема4711',
  'тема4711 смета',
  'тема',
  '47',
  'петрова',
  'небывалое',
];

/** One search over 10⁵ protocols and all that belongs to them, and their list by the same words, on both databases. */
export function measureSearch(): Promise<Figure[]> {
  return PostgresStand.use(async (stand) => {
    const url = await stand.createDatabase('search');
    return [
      ...(await measureOn('PostgreSQL', { dataDir: join(stand.folder, 'postgres'), url })),
      ...(await measureOn('PGlite', { dataDir: join(stand.folder, 'pglite') })),
    ];
  });
}

async function measureOn(what: string, place: { dataDir: string; url?: string }): Promise<Figure[]> {
  const database = await openDatabase({ url: place.url, folder: join(place.dataDir, 'db') });
  await fillForSearch(database, account, protocols);
  const reference = await lookThrough(database);
  await database.close();
  const server = await ServerProcess.start(place.dataDir, { DATABASE_URL: place.url ?? '', DEMO: 'off' });
  try {
    const token = await signIn(server.url, account);
    const measure = async (name: string, path: string): Promise<Figure> => {
      const found: { p95: number; search: string }[] = [];
      for (const search of searches) {
        const address = `${server.url}/api${path}${new URLSearchParams({ search })}`;
        const target = new Target(address, { authorization: `Bearer ${token}` });
        await target.series(3);
        found.push({ p95: percentile(await target.series(rounds), 95), search });
        target.close();
      }
      const worst = found.reduce((one, other) => (other.p95 > one.p95 ? other : one));
      return {
        what: `${name}, 100 000 протоколов с отрывками, ${what}, p95`,
        measured: `${worst.p95.toFixed(1)} мс в худшем («${worst.search}»), ${median(found.map(({ p95 }) => p95)).toFixed(1)} мс обычно`,
        reference: `просмотр всех протоколов ${reference.toFixed(1)} мс`,
        target: `≤ ${mostMs} мс`,
        holds: worst.p95 <= mostMs,
      };
    };
    return [
      await measure('Поиск по всему', '/search?'),
      await measure('Список по словам', '/protocols?limit=15&page=1&'),
    ];
  } finally {
    await server.stop();
  }
}

/** The same searches without an index: the letters anywhere in what is searched. */
async function lookThrough({ db }: Pick<Database, 'db'>): Promise<number> {
  const times: number[] = [];
  for (const search of searches) {
    const started = performance.now();
    await db.execute(
      sql`select id, title, agenda from protocols where search_key like ${`%${search}%`} order by created_at desc limit 15`,
    );
    times.push(performance.now() - started);
  }
  return median(times);
}
