import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { users } from '#server/schema/people.ts';
import { signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { accounts } from './both-databases.ts';
import { fillWithPeople } from './people-rows.ts';
import { PostgresStand } from './postgres-stand.ts';
import { cpuOf } from './process-cpu.ts';
import { memoryOf } from './process-memory.ts';
import { fillForSearch } from './search-rows.ts';
import type { Figure } from './table.ts';

const protocols = 20_000;
const warmUp = 30;
const calls = 300;
const signIns = 40;
const streams = 1_000;
/** Most that the server keeps open for one person. */
const streamsOfPerson = 20;
const idleMs = 20_000;

type Db = Awaited<ReturnType<typeof openDatabase>>['db'];
type Ask = () => Promise<unknown>;

/**
 * Measures what a call, a stream and a row cost on PostgreSQL: processor time, memory and bytes, which docs/scaling.md
 * adds up.
 */
export function measureScaling(): Promise<Figure[]> {
  return PostgresStand.use(async (stand) => {
    const url = await stand.createDatabase('scaling');
    const database = await openDatabase({ url, folder: '' });
    await fillWithPeople(database, accounts, 100);
    await fillForSearch(database, accounts.secretary.email, protocols);
    const people = await withPasswords(database.db, streams / streamsOfPerson);
    const rows = await sizesOf(database.db);
    await database.close();
    const server = await ServerProcess.start(join(stand.folder, 'data'), { DATABASE_URL: url, DEMO: 'off' });
    stand.onClose(() => server.stop());
    const spent = () => ({ server: cpuOf(server.pid), database: stand.cpu() });
    return [...rows, ...(await measureCalls(server, spent)), ...(await measureStreams(server, people, spent))];
  });
}

type Spent = () => { server: number; database: number };

async function measureCalls(server: ServerProcess, spent: Spent): Promise<Figure[]> {
  const token = await signIn(server.url, accounts.secretary);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask =
    (path: string, init: RequestInit = {}) =>
    async () => {
      const answer = await fetch(`${server.url}/api${path}`, { headers, ...init });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await answer.arrayBuffer();
    };
  const kinds: [string, Ask, number][] = [
    ['GET /protocols, 15 строк', ask('/protocols?limit=15&page=1'), calls],
    ['GET /protocols/:id', ask('/protocols/protocol-4711'), calls],
    ['GET /search', ask(`/search?search=${encodeURIComponent('тема4711')}`), calls],
    ['POST /protocols', ask('/protocols', { method: 'POST', body: '{"title":"Совет"}' }), calls],
    ['POST /login', () => signIn(server.url, accounts.secretary), signIns],
  ];
  const figures: Figure[] = [];
  for (const [what, call, count] of kinds) {
    for (let i = 0; i < warmUp; i += 1) await call();
    const before = spent();
    for (let i = 0; i < count; i += 1) await call();
    const after = spent();
    const each = (part: keyof ReturnType<Spent>) => ((after[part] - before[part]) / count).toFixed(2);
    figures.push(plain(what, `процессор: сервер ${each('server')} мс, база ${each('database')} мс`));
  }
  return figures;
}

/** Gives some people the password of the secretary. @returns their e-mails */
async function withPasswords(db: Db, count: number): Promise<string[]> {
  const { email, passwordHash, role, isBlocked } = users;
  const [secretary] = await db.select({ passwordHash }).from(users).where(eq(email, accounts.secretary.email));
  const some = db
    .select({ email })
    .from(users)
    .where(and(eq(role, 'external'), eq(isBlocked, false)))
    .orderBy(email)
    .limit(count);
  const given = { passwordHash: secretary?.passwordHash ?? null };
  const rows = await db.update(users).set(given).where(inArray(email, some)).returning({ email });
  return rows.map((row) => row.email);
}

async function measureStreams(server: ServerProcess, people: readonly string[], spent: Spent): Promise<Figure[]> {
  const { password } = accounts.secretary;
  const tokens: string[] = [];
  for (const email of people) tokens.push(await signIn(server.url, { email, password }));
  const memory = await memoryOf([server.pid]);
  const each = tokens.flatMap((token) => Array<string>(streamsOfPerson).fill(`Bearer ${token}`));
  const open = await Promise.all(each.map((authorization) => openStream(server.url, authorization)));
  const grown = (await memoryOf([server.pid])) - memory;
  const before = spent();
  await sleep(idleMs);
  const after = spent();
  for (const close of open) close();
  const perMinute = (part: keyof ReturnType<Spent>) => (((after[part] - before[part]) * 60_000) / idleMs).toFixed(0);
  return [
    plain(
      `${streams} открытых потоков новостей`,
      `память ${((grown * 1024) / streams).toFixed(0)} КиБ на поток; процессор за минуту: сервер ${perMinute('server')} мс, база ${perMinute('database')} мс`,
    ),
  ];
}

function openStream(url: string, authorization: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/events`, { headers: { authorization }, agent: false }, (answer) => {
      answer.once('data', () => resolve(() => request.destroy())).on('error', () => undefined);
    });
    request.on('error', reject);
  });
}

/** Bytes of a row with its indexes, in the largest tables. */
async function sizesOf(db: Db): Promise<Figure[]> {
  const asked = sql`select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 1)::float8 as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000 order by 2 desc limit 6`;
  const { rows } = (await db.execute(asked)) as unknown as { rows: { name: string; bytes: number; rows: number }[] };
  return rows.map(({ name, bytes, rows: count }) =>
    plain(`строка ${name} с индексами`, `${(bytes / count).toFixed(0)} байт (${count} строк)`),
  );
}

function plain(what: string, measured: string): Figure {
  return { what, measured, reference: '—', target: '—', holds: true };
}
