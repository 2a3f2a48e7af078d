import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/database.ts';
import { type Account, type AskedServer, accounts, type Filled, onBothDatabases, p95 } from './both-databases.ts';
import { fillWithPeople } from './people-rows.ts';
import { fillForSearch, rowsVersion } from './search-rows.ts';
import { type Figure, median } from './table.ts';

const protocols = 100_000;
const people = 5_000;
const maxMs = 150;
const rounds = 20;

/** Searches of a secretary, by the share of rows that match. */
const searches = {
  'слово почти всех': 'бюджет',
  'слово многих': 'безопасность',
  'две буквы, пока печатают': 'пр',
  'редкое слово': 'бебегил',
  'слово одного': 'тема4711',
  'начало слова, в каждом своего': 'тема',
  число: '47',
  'два слова': 'кровлю гимназии',
  'слово лишь старых': 'реконструкция',
  'слово стенограмм': 'стенограмма',
  'имя человека': 'петрова',
  'чего нет': 'небывалое',
};
/** Managers and administrators search for people. */
const names = { 'имя человека': 'королев', 'начало имени': 'ив', 'чего нет': 'небывалое' };
const asked: Record<Account, Record<string, string>> = { secretary: searches, manager: names, admin: names };

/**
 * Measures searches over 10⁵ protocols and all that belongs to them, and their list narrowed by the same words, on both
 * databases; beside each kind of search the bare query of an index. Both databases stay filled for the next run.
 */
export function measureSearch(): Promise<Figure[]> {
  const kept = join(tmpdir(), `protokol-bench-search-${rowsVersion}`);
  const fill = async (database: Database) => {
    await fillWithPeople(database, accounts, people);
    await fillForSearch(database, accounts.secretary.email, protocols);
  };
  return onBothDatabases('search', { fill, kept }, measureOn);
}

async function measureOn({ what, open, serve }: Filled): Promise<Figure[]> {
  const database = await open();
  const bare = new Map<string, number>();
  for (const search of Object.values(searches)) bare.set(search, await askIndex(database, search));
  await database.close();
  return serve(async (server) => {
    const figures: Figure[] = [];
    for (const [role, kinds] of Object.entries(asked) as [Account, Record<string, string>][])
      for (const [kind, search] of Object.entries(kinds))
        figures.push(
          await figureOf(server, { role, path: '/search?', search, what: `Поиск, ${what}, ${role}: ${kind}` }, bare),
        );
    for (const [kind, search] of Object.entries(searches)) {
      const path = '/protocols?limit=15&page=1&';
      figures.push(await figureOf(server, { role: 'secretary', path, search, what: `Список, ${what}: ${kind}` }, bare));
    }
    return figures;
  });
}

async function figureOf(
  server: AskedServer,
  { role, path, search, what }: { role: Account; path: string; search: string; what: string },
  bare: ReadonlyMap<string, number>,
): Promise<Figure> {
  const times = await server.times(role, `${path}${new URLSearchParams({ search })}`, rounds);
  const index = bare.get(search);
  return {
    what: `${what} («${search}»)`,
    measured: `p50 ${median(times).toFixed(0)}, p95 ${p95(times).toFixed(0)} мс`,
    reference: `${index === undefined ? '' : `индекс ${index.toFixed(1)} мс, `}нагрузка ${(loadavg()[0] ?? 0).toFixed(1)}`,
    target: `p95 ≤ ${maxMs} мс`,
    holds: p95(times) <= maxMs,
  };
}

/** Measures the bare index of one list: whether anything matches a word. */
async function askIndex({ db }: Pick<Database, 'db'>, search: string): Promise<number> {
  const times: number[] = [];
  const words = search
    .split(' ')
    .map((word) => `${word}:*`)
    .join(' & ');
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    await db.execute(sql`select id from protocols where search @@ to_tsquery('simple', ${words}) limit 5`);
    times.push(performance.now() - started);
  }
  return median(times);
}
