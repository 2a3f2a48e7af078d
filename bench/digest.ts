import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readConfig } from '#server/config/read-config.ts';
import type { Database, Db } from '#server/platform/db/database.ts';
import { openServices } from '#server/services.ts';
import { onBothDatabases } from './both-databases.ts';
import type { Figure } from './table.ts';

const people = 5_000;
const maxSeconds = 60;
/** A Monday, ten in the morning in Moscow. */
const now = new Date('2026-11-30T07:00:00Z');

/**
 * Measures the reminders of a morning and the summaries of a week, for 5,000 people each, beside as many bare rows of
 * mails.
 */
export function measureDigest(): Promise<Figure[]> {
  return onBothDatabases('digest', { fill: ({ db }) => fillWithWork(db) }, async ({ what, open }) => {
    const database = await open();
    try {
      return await measureOn(database, what);
    } finally {
      await database.close();
    }
  });
}

async function measureOn(database: Database, what: string): Promise<Figure[]> {
  const { db } = database;
  const bareSeconds = await timed(async () => {
    await db.execute(sql`create table bare as select 'm' || i as id, repeat('строка ', 200) as text
      from generate_series(1, ${people}::int) i`);
    await db.execute(sql`drop table bare`);
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'protokol-digest-'));
  const services = await openServices(readConfig({ DATA_DIR: dataDir }), database, {
    clock: () => now,
    onError: (error) => console.error(error),
  });
  await services.jobs.start();
  try {
    const seconds = await timed(async () => {
      await services.reminders.run();
      // The jobs that notify the apps also send mails, so they are awaited.
      while ((await waiting(db)) > 0) await pause(100);
    });
    const { rows } = (await db.execute(sql`select
      (select count(*) from notices)::int as told,
      (select count(*) from mails where subject like 'Сводка%')::int as summaries,
      (select count(distinct recipient) from mails where subject like 'Сводка%')::int as managers,
      (select count(*) from mails where subject not like 'Сводка%')::int as reminders`)) as unknown as {
      rows: { told: number; summaries: number; managers: number; reminders: number }[];
    };
    const [found] = rows;
    const isWhole = found?.summaries === people && found.managers === people && found.reminders === people;
    return [
      {
        what: `Сводки ${people} руководителям и напоминания ${people} исполнителям, ${what}`,
        measured: `${seconds.toFixed(1)} с, писем ${found?.summaries} и ${found?.reminders}`,
        reference: `столько же голых строк ${bareSeconds.toFixed(2)} с`,
        target: `≤ ${maxSeconds} с`,
        holds: isWhole && seconds <= maxSeconds,
      },
    ];
  } finally {
    await services.jobs.stop();
    await services.events.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** How many notices are not in a mail yet. */
async function waiting(db: Db): Promise<number> {
  const { rows } = (await db.execute(
    sql`select count(*)::int as due from notices where mail_due is not null`,
  )) as unknown as { rows: { due: number }[] };
  return rows[0]?.due ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/**
 * Adds a manager with two secretaries for each of the people. Their week had meetings, protocols and tasks; one is due
 * tomorrow.
 */
async function fillWithWork(db: Db): Promise<void> {
  const monday = sql`timestamptz '2026-11-23 07:00:00Z'`;
  await db.execute(sql`insert into users (id, email, role, name)
    select 'm' || n, 'm' || n || '@example.ru', 'manager', 'Котов Илья Львович' from generate_series(1, ${people}::int) n`);
  await db.execute(sql`insert into users (id, email, role, name, manager_id, search_key)
    select 's' || n, 's' || n || '@example.ru', 'secretary', 'Орлова Вера Ильинична', 'm' || (n + 1) / 2, 'орлова ' || n
    from generate_series(1, ${people * 2}::int) n`);
  await db.execute(sql`insert into users (id, email, role, name)
    select 'x' || n, 'x' || n || '@example.ru', 'external', 'Ким Дмитрий Олегович' from generate_series(1, ${people}::int) n`);
  await db.execute(sql`insert into meetings (id, owner_id, title, start_at, end_at)
    select 'meeting' || n || '-' || k, 's' || n, 'Планёрка', ${monday} + k * interval '1 day', ${monday} + k * interval '25 hours'
    from generate_series(1, ${people * 2}::int) n, generate_series(0, 4) k`);
  await db.execute(sql`insert into protocols (id, owner_id, stage, stage_changed_at, number_scope, number_year, number, title, meeting_id)
    select 'p' || n || '-' || k, 's' || n, 'final', ${monday} + k * interval '30 hours', 'owner:s' || n, 2026, k::text, 'О бюджете',
      'meeting' || n || '-' || k
    from generate_series(1, ${people * 2}::int) n, generate_series(0, 4) k`);
  await db.execute(sql`insert into tasks (id, protocol_id, owner_id, status, title, assignee_id, due_at)
    select 't' || n || '-' || k, 'p' || n || '-0', 's' || n, (array['new', 'done', 'in_progress'])[k % 3 + 1], 'Подготовить смету',
      case when k = 6 and n <= ${people} then 'x' || n end,
      case when k = 6 then '2026-12-01T23:59:59+03:00' else '2026-11-2' || (k % 6 + 3) || 'T23:59:59+03:00' end
    from generate_series(1, ${people * 2}::int) n, generate_series(0, 6) k`);
  await db.execute(sql`vacuum analyze`);
}
