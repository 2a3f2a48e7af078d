import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureTurns, spentHere } from '#tests/support/longest-turn.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const total = 20_000;

describe.each(databaseKinds)('thousands of meetings on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind, { checkReplies: false });
    anna = await app.addUser();
    // Two meetings begin at each time; later meetings have smaller ids.
    const start = sql`timestamptz '2026-01-01T00:00:00Z' + (n / 2) * interval '50 minutes'`;
    await app.db.execute(sql`insert into meetings (id, owner_id, title, start_at, end_at)
      select 'm' || (100000 - n), ${anna.id}::text, 'Планёрка ' || n, ${start}, ${start} + interval '1 hour'
      from generate_series(0, ${total - 1}::int) n`);
    await app.db.execute(sql`insert into meeting_participants (meeting_id, user_id)
      select id, ${anna.id}::text from meetings where title like '%7'`);
    await app.db.execute(sql`insert into meeting_files (id, meeting_id, name, type, size, storage_key)
      select 'file-' || id, id, 'смета.pdf', 'application/pdf', 5, 'files/' || id from meetings where title like '%8'`);
    await app.db.execute(sql`insert into protocols (id, owner_id, number_scope, number_year, meeting_id, created_at)
      select n || '-' || id, ${anna.id}::text, 'x', 2026, id, now() + n * interval '1 second'
      from meetings, generate_series(1, 2) n where title like '%9'`);
  });
  afterAll(() => app.close());

  const year = '/meetings?start_date_at=2026-01-01&end_date_at=2026-12-31';

  test('come in order, each with its people, files and newest protocol', async () => {
    const rows: { id: string; title: string; start_at: string; participant_ids: string[]; files: { id: string }[] }[] =
      (await app.call(anna, 'GET', year)).json().data;
    const order = rows.map(({ start_at, id }) => `${start_at} ${id}`);
    expect(order).toHaveLength(total);
    expect(order).toEqual([...order].sort());
    const told = (title: string) => rows.find((row) => row.title === title);
    expect(told('Планёрка 1706')).toMatchObject({ participant_ids: [], files: [], protocol_id: null });
    expect(told('Планёрка 1707')).toMatchObject({ participant_ids: [anna.id], files: [], protocol_id: null });
    expect(told('Планёрка 1708')?.files.map(({ id }) => id)).toEqual(['file-m98292']);
    expect(told('Планёрка 1709')).toMatchObject({ protocol_id: '2-m98291' });
  });

  test('do not block the event loop: other work runs in between', async () => {
    const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    // Over a connection: what is injected is gathered by this thread as one text.
    const read = async () => {
      const asked = get(`${url}/api${year}`, { headers: { authorization: `Bearer ${anna.token}` } });
      const [answer]: IncomingMessage[] = await once(asked, 'response');
      return Buffer.concat((await answer?.toArray()) ?? []);
    };
    const first = await measureTurns(read);
    const text = String(first.result);
    const started = spentHere();
    const rows: unknown[] = JSON.parse(text).data;
    JSON.stringify(rows);
    const atOnce = spentHere() - started;
    expect(rows).toHaveLength(total);
    // To read all of them by one statement takes a turn three times as long. Of two tries, since other work adds time.
    const longest = first.longest < atOnce ? first.longest : (await measureTurns(read)).longest;
    expect(longest).toBeLessThan(atOnce);
  });
});
