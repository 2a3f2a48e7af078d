import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/database.ts';
import { type Account, accounts, type Filled, onBothDatabases, p95 } from './both-databases.ts';
import { fillWithPeople } from './people-rows.ts';
import { type Figure, median } from './table.ts';

const people = 100_000;
const maxMs = 100;
const rounds = 20;

/**
 * As people type: with few, many and no matches; ё and е, capitals, parts of a name or an e-mail, parts that all have.
 */
const searches = [
  'иван',
  'а',
  'ЁЛКИН',
  'королев артем',
  'Семёнов Илья Сер',
  'p',
  'person1',
  'person4711',
  'person4711@company11.example.ru',
  'example.ru',
  'ведущий инженер меридиан',
  'небывалый',
];

/** Measures searching 10⁵ people over HTTP, on both databases, beside a scan of every row. */
export function measureUsers(): Promise<Figure[]> {
  const fill = (database: Database) => fillWithPeople(database, accounts, people);
  return onBothDatabases('people', { fill }, async (filled) => [await measureOn(filled)]);
}

async function measureOn({ what, open, serve }: Filled): Promise<Figure> {
  const database = await open();
  const reference = await lookThrough(database);
  await database.close();
  const found = await serve(async (server) => {
    const times: { p95: number; search: string; role: string }[] = [];
    for (const role of Object.keys(accounts) as Account[]) {
      for (const search of searches) {
        const asked = new URLSearchParams({ limit: '15', page: '1', with_blocked: '1', search });
        times.push({ p95: p95(await server.times(role, `/users?${asked}`, rounds)), search, role });
      }
    }
    return times;
  });
  const worst = found.reduce((one, other) => (other.p95 > one.p95 ? other : one));
  return {
    what: `Поиск среди 100 000 пользователей, ${what}, p95`,
    measured: `${worst.p95.toFixed(1)} мс в худшем (${worst.role}: «${worst.search}»), ${median(found.map((each) => each.p95)).toFixed(1)} мс обычно`,
    reference: `просмотр всех строк ${reference.toFixed(1)} мс`,
    target: `≤ ${maxMs} мс`,
    holds: worst.p95 <= maxMs,
  };
}

/** The same searches without an index: the letters anywhere in what is searched. */
async function lookThrough({ db }: Pick<Database, 'db'>): Promise<number> {
  const times: number[] = [];
  for (const search of searches) {
    const started = performance.now();
    await db.execute(
      sql`select id, name, email from users where search_key like ${`%${search.toLowerCase().replaceAll('ё', 'е')}%`} order by search_key, id limit 15`,
    );
    times.push(performance.now() - started);
  }
  return median(times);
}
