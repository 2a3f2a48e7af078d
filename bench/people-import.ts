import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { accounts, type Filled, onBothDatabases } from './both-databases.ts';
import { fillWithPeople } from './people-rows.ts';
import type { Figure } from './table.ts';

const people = 10_000;
const maxSeconds = 10;
const maxWaitMs = 200;

/** Imports 10⁴ people with an invitation each, while somebody else works, beside their bare rows in the database. */
export function measurePeopleImport(): Promise<Figure[]> {
  return onBothDatabases(
    'people_import',
    { fill: (database) => fillWithPeople(database, accounts, 0) },
    async (filled) => [...(await measureOn(filled))],
  );
}

async function measureOn({ what, open, serve }: Filled): Promise<Figure[]> {
  const database = await open();
  const started = performance.now();
  await database.db.execute(
    sql`create table bare as select i as id, 'p' || i || '@example.ru' as email from generate_series(1, ${people}) i`,
  );
  await database.db.execute(sql`drop table bare`);
  const bareMs = performance.now() - started;
  await database.close();
  const rows = Array.from({ length: people }, (_, index) => ({
    line: index + 2,
    name: `Семёнов Илья Сергеевич ${index}`,
    email: `imported${index}@example.ru`,
    role: 'секретарь',
    manager: accounts.manager.email,
    position: 'Заместитель начальника отдела организации закупочной деятельности',
    organization: 'Акционерное общество «Научно-производственное объединение „Меридиан“»',
    phone: '+7 495 000-00-00',
  }));
  const { seconds, waits } = await serve(async (server) => {
    const before = performance.now();
    const waits: number[] = [];
    let isDone = false;
    const importing = server.post('admin', '/users/import', { rows, invite: true }).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      waits.push(...(await server.times('secretary', '/me', 1)));
      await pause(20);
    }
    await importing;
    return { seconds: (performance.now() - before) / 1000, waits };
  });
  const worst = Math.max(...waits);
  return [
    {
      what: `Импорт 10 000 человек с приглашениями, ${what}`,
      measured: `${seconds.toFixed(1)} с`,
      reference: `голые строки ${(bareMs / 1000).toFixed(2)} с`,
      target: `≤ ${maxSeconds} с`,
      holds: seconds <= maxSeconds,
    },
    {
      what: `Самый долгий из ${waits.length} чужих запросов за это время, ${what}`,
      measured: `${worst.toFixed(0)} мс`,
      reference: 'тот же запрос без импорта: единицы мс',
      target: `≤ ${maxWaitMs} мс`,
      holds: worst <= maxWaitMs,
    },
  ];
}
