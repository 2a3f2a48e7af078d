import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { percentile, Target } from './load.ts';
import { fillWithPeople } from './people-rows.ts';
import { PostgresStand } from './postgres-stand.ts';
import { type Figure, median } from './table.ts';

const people = 100_000;
const mostMs = 100;
const rounds = 20;
const account = (role: string) => ({ email: `${role}@first.example.ru`, password: 'пароль-меры' });
const accounts = { admin: account('admin'), manager: account('manager'), secretary: account('secretary') };

/** As they are typed: few, many, none; ё and е, capitals, parts of a name and of an e-mail, what everybody has. */
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

/** Searching 10⁵ people over HTTP, on both databases, beside a look through every row. */
export function measureUsers(): Promise<Figure[]> {
  return PostgresStand.use(async (stand) => {
    const url = await stand.createDatabase('people');
    return [
      await measureOn('PostgreSQL', { dataDir: join(stand.folder, 'postgres'), url }),
      await measureOn('PGlite', { dataDir: join(stand.folder, 'pglite') }),
    ];
  });
}

async function measureOn(what: string, place: { dataDir: string; url?: string }): Promise<Figure> {
  const database = await openDatabase({ url: place.url, folder: join(place.dataDir, 'db') });
  await fillWithPeople(database, accounts, people);
  const reference = await lookThrough(database);
  await database.close();
  const server = await ServerProcess.start(place.dataDir, { DATABASE_URL: place.url ?? '', DEMO: 'off' });
  try {
    const found: { p95: number; search: string; role: string }[] = [];
    for (const [role, credentials] of Object.entries(accounts)) {
      const token = await signIn(server.url, credentials);
      for (const search of searches) {
        const asked = new URLSearchParams({ limit: '15', page: '1', with_blocked: '1', search });
        const target = new Target(`${server.url}/api/users?${asked}`, { authorization: `Bearer ${token}` });
        await target.series(3);
        found.push({ p95: percentile(await target.series(rounds), 95), search, role });
        target.close();
      }
    }
    const worst = found.reduce((one, other) => (other.p95 > one.p95 ? other : one));
    return {
      what: `Поиск среди 100 000 пользователей, ${what}, p95`,
      measured: `${worst.p95.toFixed(1)} мс в худшем (${worst.role}: «${worst.search}»), ${median(found.map(({ p95 }) => p95)).toFixed(1)} мс обычно`,
      reference: `просмотр всех строк ${reference.toFixed(1)} мс`,
      target: `≤ ${mostMs} мс`,
      holds: worst.p95 <= mostMs,
    };
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
      sql`select id, name, email from users where search_key like ${`%${search.toLowerCase().replaceAll('ё', 'е')}%`} order by search_key, id limit 15`,
    );
    times.push(performance.now() - started);
  }
  return median(times);
}
