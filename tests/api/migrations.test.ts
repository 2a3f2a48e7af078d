import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { describe, expect, test } from 'vitest';
import type { Stage } from '#contract/stage.ts';
import { listProtocols, pageOf } from '#server/modules/protocols/protocols/list-repository.ts';
import { openMemoryDatabase } from '#server/platform/db/embedded-database.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import * as bodies from '#server/schema/bodies.ts';
import { refreshProtocolSearch } from '#server/schema/derived/protocol-search.ts';
import * as invitations from '#server/schema/invitations.ts';
import * as meetings from '#server/schema/meetings.ts';
import * as notices from '#server/schema/notices.ts';
import * as people from '#server/schema/people.ts';
import * as protocols from '#server/schema/protocols.ts';
import * as recordingParts from '#server/schema/recording-parts.ts';
import * as reports from '#server/schema/reports.ts';
import * as service from '#server/schema/service.ts';
import * as templates from '#server/schema/templates.ts';
import * as transcriptLines from '#server/schema/transcript-lines.ts';
import * as video from '#server/schema/video.ts';
import * as work from '#server/schema/work.ts';
import {
  createPostgresDatabase,
  databaseKinds,
  dropPostgresDatabase,
  openTestDatabase,
} from './support/test-database.ts';

const folder = fileURLToPath(new URL('../../server/platform/db/migrations', import.meta.url));
type Journal = { entries: { idx: number; tag: string; when: number }[] };
const readJournal = async () => JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;

test('the migrations produce the schema that the code declares', async () => {
  const last = (await readJournal()).entries.at(-1)?.idx;
  const snapshot = JSON.parse(
    await readFile(join(folder, `meta/${String(last).padStart(4, '0')}_snapshot.json`), 'utf8'),
  );
  const tables = {
    ...people,
    ...bodies,
    ...meetings,
    ...invitations,
    ...protocols,
    ...recordingParts,
    ...reports,
    ...work,
    ...video,
    ...transcriptLines,
    ...service,
    ...notices,
    ...templates,
  };
  const now = generateDrizzleJson(tables, snapshot.id);
  expect(await generateMigration(snapshot, now), 'run drizzle-kit generate').toEqual([]);
});

test('the database archive for a first start contains every migration', async () => {
  const tags = (await readJournal()).entries.map((entry) => entry.tag);
  const files = await Promise.all(tags.map((tag) => readFile(join(folder, `${tag}.sql`))));
  const archive = await openMemoryDatabase();
  const { rows } = await archive.connection.query('select hash from drizzle.__drizzle_migrations order by created_at');
  await archive.close();
  const hashes = files.map((file) => createHash('sha256').update(file).digest('hex'));
  expect(rows.map((row: { hash: string }) => row.hash)).toEqual(hashes);
});

test('a database of an earlier version is migrated together with its rows', async () => {
  const journal = await readJournal();
  const earlier = await mkdtemp(join(tmpdir(), 'protokol-migrations-'));
  await cp(folder, earlier, { recursive: true });
  await writeFile(
    join(earlier, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }),
  );
  const place = join(earlier, 'db');
  const pglite = await PGlite.create(place);
  await migrate(drizzle(pglite), { migrationsFolder: earlier });
  await pglite.exec(`insert into users (id, email, role) values ('u', 'u@example.ru', 'secretary')`);
  await pglite.exec(`insert into protocols (id, owner_id, number_scope, number_year, title, search_key, agenda)
    values ('old', 'u', 'owner:u', 2025, 'Совет', 'совет', '[{"id": "a", "decisions": [{"text": "Утвердить смету"}]}]')`);
  await pglite.exec(`insert into push_subscriptions (id, user_id, endpoint, p256dh, auth)
    values ('d', 'u', 'https://push.example.ru/1', '', '')`);
  await pglite.exec(`insert into final_versions (id, protocol_id, edition, number, snapshot)
    values ('v', 'old', 1, '7', '{"people": []}')`);
  // Another one was signed in three places before the present one, which its body numbers.
  await pglite.exec(`insert into protocols (id, owner_id, number_scope, number_year, number, organization, held_at)
    values ('moved', 'u', 'body:b', 2026, '9', 'АО «Рубин»', '2026-02-01T10:00:00+03:00')`);
  await pglite.exec(`insert into final_versions (id, protocol_id, edition, number, snapshot) values
    ('m1', 'moved', 1, '9', '{"protocol": {"organization": "ООО «Ёлка-2»", "held_at": "2025-02-01T10:00:00+03:00"}}'),
    ('m2', 'moved', 2, '9', '{"protocol": {"organization": null, "held_at": "2024-02-01"}}'),
    ('m3', 'moved', 3, '9', '{"protocol": {"organization": "АО «Рубин»", "held_at": "2026-02-01T10:00:00+03:00"}}')`);
  await pglite.exec(`insert into users (id, email, role) values ('i', 'i@example.ru', 'external')`);
  await pglite.exec(`insert into password_resets (token_hash, user_id, kind, created_at, expires_at)
    values ('link', 'i', 'invitation', '2026-11-20T09:00Z', '2199-01-01T00:00Z')`);
  await pglite.exec(`insert into mails (id, recipient, subject, text, created_at) values
    ('m1', 'i@example.ru', 'Пароль изменён', '', '2026-11-20T09:00Z'),
    ('m2', 'i@example.ru', 'Приглашение в «Протокол»', '', '2026-11-20T09:00:00.001Z'),
    ('m3', 'i@example.ru', 'Приглашение в «Протокол»', '', '2026-11-21T09:00Z')`);
  await pglite.close();
  const database = await openDatabase({ folder: place });
  if (database.kind !== 'pglite') throw new Error('It is embedded');
  const { connection } = database;
  const signed = await connection.query(`select snapshot from final_versions where id = 'v'`);
  expect(signed.rows).toEqual([{ snapshot: { people: [], settings: {} } }]);
  const numbered = await connection.query('select number_scope, number_year from final_versions order by id');
  expect(numbered.rows).toEqual([
    { number_scope: 'org:ооо елка 2', number_year: 2025 },
    { number_scope: 'owner:u', number_year: 2024 },
    { number_scope: 'body:b', number_year: 2026 },
    { number_scope: 'owner:u', number_year: 2025 },
  ]);
  const invited = await connection.query(
    `select users.id, invited_at, mail_id from users left join password_resets on user_id = users.id order by users.id`,
  );
  expect(invited.rows).toEqual([
    { id: 'i', invited_at: new Date('2026-11-20T09:00:00Z'), mail_id: 'm2' },
    { id: 'u', invited_at: null, mail_id: null },
  ]);
  await refreshProtocolSearch(database, new AbortController().signal);
  const found = await listProtocols(database.db, ['u'], { limit: 15, page: 1, search: 'сметы' });
  expect(found.rows.map(({ id }) => id)).toEqual(['old']);
  await connection.query(`delete from protocols`);
  await connection.query(
    `insert into protocols (id, owner_id, number_scope, number_year) values ('p', 'u', 'owner:u', 2026)`,
  );
  const { rows } = await connection.query('select owner_id, stage, total from protocol_counts');
  expect(rows).toEqual([{ owner_id: 'u', stage: 'no_video', total: 1 }]);
  const counted = await connection.query('select role, is_blocked, total from user_counts');
  expect(counted.rows).toContainEqual({ role: 'secretary', is_blocked: false, total: 1 });
  await database.close();
  await rm(earlier, { recursive: true, force: true });
});

test('several nodes that start at once on an empty PostgreSQL migrate it once', async () => {
  const url = await createPostgresDatabase();
  const emptied = await openDatabase({ url, folder: '' });
  await emptied.db.execute('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await emptied.close();
  const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, folder: '' })));
  const done = await nodes[0]?.db.execute('select hash from drizzle.__drizzle_migrations');
  expect((done as unknown as { rows: unknown[] }).rows).toHaveLength((await readJournal()).entries.length);
  await Promise.all(nodes.map((node) => node.close()));
  await dropPostgresDatabase(url);
});

describe.each(databaseKinds)('the list of protocols on %s', (kind) => {
  test('uses an index, not a full scan, and its total is right', { timeout: 120_000 }, async () => {
    const database = await openTestDatabase(kind);
    await database.db.execute(`
      insert into users (id, email, role) select 'u' || n, 'u' || n || '@example.ru', 'secretary' from generate_series(0, 19) n`);
    await database.db.execute(`
      insert into protocols (id, owner_id, number_scope, number_year, title, search_key, stage, created_at)
      select 'p' || n, 'u' || n % 20, 'x', 2026, 'Протокол ' || n, 'протокол ' || n,
        (array['no_video', 'finish', 'final'])[n % 3 + 1], now() - n * interval '1 minute' from generate_series(1, 20000) n`);
    await database.db.execute('analyze');
    const plan = async (asked: { search?: string; stage?: Stage }) => {
      const query = pageOf(database.db, ['u3'], { limit: 15, page: 1, ...asked });
      const { rows } = (await database.db.execute(sql`explain ${query}`)) as unknown as {
        rows: Record<string, string>[];
      };
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan({})).toMatch(/Limit[^\n]*\n +-> +Index Only Scan Backward using protocols_list/);
    expect(await plan({ stage: 'final' })).toMatch(
      /Limit[^\n]*\n +-> +Index Only Scan Backward using protocols_stage_list/,
    );
    for (const asked of [{}, { stage: 'final' }, { search: '77' }, { search: 'протокол' }] as const)
      expect(await plan(asked)).not.toMatch(/Seq Scan on protocols/);
    const { rows } = (await database.db.execute(`
      select (select sum(total)::int from protocol_counts where owner_id = 'u3') as counted,
        (select count(*)::int from protocols where owner_id = 'u3') as there`)) as unknown as { rows: unknown[] };
    expect(rows).toEqual([{ counted: 1000, there: 1000 }]);
    await database.close();
  });
});
