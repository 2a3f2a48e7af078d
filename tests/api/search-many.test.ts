import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchGroup } from '#contract/search/search.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const amount = 4_000;
const newest = (count: number, from = amount, step = 1) => Array.from({ length: count }, (_, n) => from - n * step);

describe.each(databaseKinds)('a search among very many rows on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
    const other = await app.addUser();
    const owner = sql`case when n > 0 then ${anna.id} else ${other.id} end`;
    // Words of the protocols: in all, in every tenth, only in the oldest, in one; spoken words: in all, in every
    // fiftieth.
    const words = sql`concat_ws(' ', 'совет', 'номер' || n, case when n % 10 = 0 then 'смета' end,
      case when n between 1 and 150 then 'ярмарка' end)`;
    const made = sql`timestamptz '2026-01-01' + n * interval '1 minute'`;
    const rows = sql`generate_series(-50, ${amount}::int) n`;
    await app.db.execute(sql`insert into protocols (id, owner_id, number_scope, number_year, number, title, search_key,
        decision_key, search_version, created_at)
      select 'p' || n, ${owner}, ${owner}, 2026, 'Н' || n, 'Совет', ${words}, ${words}, 100, ${made} from ${rows}`);
    await app.db.execute(sql`insert into tasks (id, protocol_id, owner_id, status, title, search_key, due_at, created_at)
      select 't' || n, 'p' || n, ${owner}, case when n % 2 = 0 then 'done' else 'new' end, 'Дело', ${words}, null, ${made}
      from ${rows}`);
    await app.db.execute(sql`insert into meetings (id, owner_id, title, start_at, end_at, search_key)
      select 'm' || n, ${owner}, 'Совет', ${made}, ${made}, ${words} from ${rows}`);
    await app.db.execute(sql`insert into transcripts (id, protocol_id, source, spoken)
      select 's' || n, 'p' || n, 'track', array_to_tsvector(array['=' || ${owner}, 'речь',
        case when n % 50 = 0 then 'тост' else 'тишина' end]) from ${rows}`);
    await app.db.execute(sql`insert into transcript_segments (transcript_id, id, start, "end", text)
      select 's' || n, 'l' || n, 1, 2, case when n % 50 = 0 then 'тост речь' else 'тишина речь' end from ${rows}`);
    await app.db.execute(sql`analyze`);
  }, 120_000);
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  async function find(search: string): Promise<Record<string, [number, ...number[]]>> {
    const reply = await app.call(anna, 'GET', `/search?search=${encodeURIComponent(search)}`);
    return Object.fromEntries(
      (reply.json().data as SearchGroup[]).map(({ kind: found, total, hits }) => {
        const ids = hits.map((hit) => Number(String(hit.protocol_id ?? hit.id).replace(/^\D/, '')));
        return [found, [total, ...ids]];
      }),
    );
  }
  /** Open tasks come before finished ones: they have the odd numbers. */
  const everyKind = (total: number, ids: number[], tasks = ids) => ({
    ...{ protocol: [total, ...ids], decision: [total, ...ids] },
    ...{ task: [total, ...tasks], meeting: [total, ...ids] },
  });

  test.each([
    ['a word of all', 'совет', everyKind(101, newest(5), newest(5, amount - 1, 2))],
    ['a word of every tenth', 'смета', everyKind(101, newest(5, amount, 10))],
    ['a word of the oldest', 'ярмарка', everyKind(101, newest(5, 150), newest(5, 149, 2))],
    ['a beginning of some', 'номер39', everyKind(101, newest(5, 3999), newest(5, 3999, 2))],
    ['a word of one', 'номер1234', everyKind(1, [1234])],
    ['several words', 'номер123 смета', everyKind(1, [1230])],
    ['what is said in all', 'речь', { protocol: [101, ...newest(5)], transcript: [101, ...newest(5)] }],
    [
      'what is said in few',
      'тост',
      { protocol: [80, ...newest(5, amount, 50)], transcript: [80, ...newest(5, amount, 50)] },
    ],
    ['none', 'небывалое', {}],
  ])('%s: finds the newest of each kind, and their number', async (_what, search, expected) => {
    expect(await find(search)).toEqual(expected);
  });

  test('a later page of a list continues where the previous one ended', async () => {
    const page = async (search: string, number: number) => {
      const query = `/protocols?limit=15&page=${number}&search=${encodeURIComponent(search)}`;
      const { data, meta } = (await app.call(anna, 'GET', query)).json();
      return [meta.total, ...(data as { id: string }[]).map(({ id }) => Number(id.slice(1)))];
    };
    expect(await page('совет', 40)).toEqual([1000, ...newest(15, amount - 39 * 15)]);
    expect(await page('смета', 3)).toEqual([400, ...newest(15, amount - 300, 10)]);
    expect(await page('ярмарка', 10)).toEqual([150, ...newest(15, 15)]);
    expect(await page('речь', 20)).toEqual([1000, ...newest(15, amount - 19 * 15)]);
  });
});
