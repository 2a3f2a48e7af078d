import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  findNextNumber,
  isNumberTaken,
  takeNextNumber,
} from '#server/modules/protocols/protocols/number-repository.ts';
import type { Database } from '#server/platform/db/database.ts';
import { plansDuring } from './support/query-plans.ts';
import { openTestDatabase } from './support/test-database.ts';

const numbers = 20_000;
/** Maximum number of rows that a number may cost, however many there are. */
const fewRows = 100;
const year = 2026;

describe('the number of a protocol is found by an index', () => {
  let database: Database & { kind: 'postgres' };
  beforeAll(async () => {
    const opened = await openTestDatabase('postgres');
    if (opened.kind !== 'postgres') throw new Error('Plans are read on PostgreSQL');
    database = opened;
    await opened.db.execute(sql`insert into users (id, email, role) values ('anna', 'anna@example.ru', 'secretary')`);
    // A single counter for all of them would be updated as often.
    await opened.db.execute(sql`alter table protocols disable trigger protocols_count`);
    // In one organisation all numbers were assigned in order, in the other half were given by hand, some with leading
    // zeros.
    await opened.db.execute(sql`insert into protocols (id, owner_id, number_scope, number_year, number)
      select 'p' || n, 'anna', case when n % 2 = 0 then 'org:run' else 'org:hand' end, ${year}::int,
        case when n % 5 = 0 then '00' else '' end || ((n + 1) / 2)
      from generate_series(1, ${numbers}::int) n`);
    await opened.db.execute(sql`insert into final_versions
        (id, protocol_id, edition, number, number_scope, number_year, snapshot)
      select 'v' || id, id, 1, number, number_scope, number_year, '{}' from protocols`);
    await setCounters();
    await opened.db.execute(sql`vacuum analyze`);
  });
  beforeEach(setCounters);
  afterAll(() => database.close());

  /** Sets the counters to the last numbers of both organisations. */
  async function setCounters(): Promise<void> {
    await database.db.execute(sql`insert into protocol_numbers (scope, year, last)
      values ('org:run', ${year}::int, ${numbers / 2}::int), ('org:hand', ${year}::int, ${numbers / 2 - 10}::int)
      on conflict (scope, year) do update set last = excluded.last`);
  }

  async function cheap(call: () => Promise<unknown>): Promise<void> {
    const plans = await plansDuring(database.pool, call);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      const walked = plan.sequential.filter(({ table }) => ['protocols', 'final_versions'].includes(table));
      expect(walked, `${plan.text}\n${plan.tree}`).toEqual([]);
      expect(plan.rowsRead, `${plan.text}\n${plan.tree}`).toBeLessThan(fewRows);
    }
  }

  test.each([
    ['all have run on', 'org:run'],
    ['some were given by hand', 'org:hand'],
  ])('where %s: the next number is found and taken', async (_what, scope) => {
    const next = String(numbers / 2 + 1);
    await cheap(async () => expect(await findNextNumber(database.db, { scope, year })).toBe(next));
    await cheap(async () => expect(await takeNextNumber(database.db, { scope, year })).toBe(next));
    expect(await findNextNumber(database.db, { scope, year })).toBe(String(numbers / 2 + 2));
  });

  test('a number given by hand is compared with the existing ones', async () => {
    const asked = (number: string) =>
      isNumberTaken(database.db, { id: 'new', number, numberScope: 'org:run', numberYear: year });
    await cheap(async () => expect(await asked('0077')).toBe(true));
    await cheap(async () => expect(await asked('77-А')).toBe(false));
  });

  test('very many numbers given by hand are skipped by one statement, before the counter is locked', async () => {
    await database.db.execute(sql`update protocol_numbers set last = 0 where scope = 'org:hand'`);
    const series = { scope: 'org:hand', year };
    const next = String(numbers / 2 + 1);
    const search = { sequential: [] };
    const shown = await plansDuring(database.pool, async () =>
      expect(await findNextNumber(database.db, series)).toBe(next),
    );
    expect(shown, 'the counter, and the search').toMatchObject([{}, search]);
    const taken = await plansDuring(database.pool, async () =>
      expect(await takeNextNumber(database.db, series)).toBe(next),
    );
    expect(taken, 'the counter, the search, and that of what came meanwhile').toMatchObject([{}, search, search]);
    expect(taken.at(-1)?.rowsRead).toBeLessThan(fewRows);
    await cheap(() => takeNextNumber(database.db, series));
  });
});
