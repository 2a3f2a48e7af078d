import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/database.ts';
import { byLevel } from '#tests/support/level.ts';

/** Total number of rows of each kind, and how many of them belong to one secretary. */
export const amounts = byLevel(
  { people: 20_000, ofAll: 25_000, ofOne: 1_500 },
  { people: 20_000, ofAll: 60_000, ofOne: 1_500 },
);

/**
 * Fills every table that a list reads: an organisation of many secretaries, one of whom has `ofOne` of each thing.
 * Updates the planner's statistics.
 */
export async function insertManyRows(db: Db, secretaryId: string): Promise<void> {
  const { people, ofAll, ofOne } = amounts;
  const owner = sql`case when n <= ${ofOne} then ${secretaryId}::text else 'person-' || (n % 500 + 1) end`;
  const made = sql`timestamptz '2026-01-01' + n * interval '3 minutes'`;
  // Each row updates a counter, and the versions of a counter are only cleared after the transaction.
  const batch = 1_000;
  for (let from = 0; from < people; from += batch)
    await db.execute(sql`insert into users (id, email, role, name, search_key, is_blocked, created_by_id)
      select 'person-' || n, 'person-' || n || '@example.ru', case when n <= 500 then 'secretary' else 'external' end,
        'Человек ' || n, 'человек номер' || n || ' отдел' || n % 700, n % 50 = 0, null
      from generate_series(${from + 1}::int, ${from + batch}::int) n`);
  // The search version of a later app, so that nothing is indexed anew during the measurements.
  await db.execute(sql`insert into protocols (id, owner_id, stage, number_scope, number_year, number, title, search_key, decision_key,
      search_version, held_at, chairman_id, created_at)
    select 'protocol-' || n, ${owner}, (array['no_video', 'finish', 'final'])[n % 3 + 1], 'owner:' || n % 500, 2026,
      n::text, 'Совещание ' || n, 'совещание номер' || n || ' тема' || n % 900,
      'утвердить смету' || n % 900, 100, to_char(${made}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'person-' || (n % 700 + 1), ${made}
    from generate_series(1, ${ofAll}::int) n`);
  await db.execute(sql`insert into final_versions (id, protocol_id, edition, number, snapshot, created_at)
    select 'version-' || n, 'protocol-' || n, 1, n::text, '{"protocol": {}, "people": []}', ${made}
    from generate_series(1, ${ofAll}::int) n where n % 3 = 2`);
  await db.execute(sql`insert into transcripts (id, protocol_id, source, spoken)
    select 'transcript-' || n, 'protocol-' || n, 'track',
      array_to_tsvector(array['=' || ${owner}, 'бюджет', 'смета' || n % 900])
    from generate_series(1, ${ofAll}::int) n`);
  await db.execute(sql`insert into transcript_segments (transcript_id, id, start, "end", text)
    select 'transcript-' || n, 'line-' || n || '-' || m, m, m + 1, 'бюджет и смета' || n % 900
    from generate_series(1, ${ofAll}::int) n, generate_series(1, 3) m`);
  await db.execute(sql`insert into meetings (id, owner_id, title, start_at, end_at, search_key)
    select 'meeting-' || n, ${owner}, 'Встреча ' || n, ${made}, ${made} + interval '1 hour', 'встреча ' || n
    from generate_series(1, ${ofAll}::int) n`);
  await db.execute(sql`insert into meeting_participants (meeting_id, user_id)
    select 'meeting-' || n, 'person-' || (n % ${people}::int + 1) from generate_series(1, ${ofAll}::int) n`);
  await db.execute(sql`insert into meeting_files (id, meeting_id, name, type, size, storage_key)
    select 'file-' || n, 'meeting-' || n, 'файл.pdf', 'application/pdf', 1, 'files/' || n
    from generate_series(1, ${ofAll}::int) n`);
  await db.execute(sql`insert into tasks (id, protocol_id, owner_id, status, title, search_key, assignee_id, due_at, created_at)
    select 'task-' || n, 'protocol-' || n, ${owner}, (array['new', 'in_progress', 'done'])[n % 3 + 1],
      'Поручение ' || n, 'поручение номер' || n || ' срок' || n % 900, 'person-' || (n % ${people}::int + 1),
      '2026-03-01', ${made}
    from generate_series(1, ${ofAll}::int) n`);
  await db.execute(sql`insert into members (id, protocol_id, member_id)
    select 'member-' || n || '-' || m, 'protocol-' || n, 'person-' || ((n + m) % ${people}::int + 1)
    from generate_series(1, ${ofAll}::int / 2) n, generate_series(1, 3) m`);
  await db.execute(sql`insert into keywords (id, owner_id, name, name_key)
    select 'keyword-' || n, case when n <= 200 then ${secretaryId}::text else 'person-' || (n % 500 + 1) end,
      'слово ' || n, 'слово ' || n
    from generate_series(1, ${people}::int) n`);
  await db.execute(sql`insert into sessions (id, user_id, next_hashes, expires_at)
    select 'session-' || n, 'person-' || (n % 500 + 1), '{}', now() + interval '1 day'
    from generate_series(1, ${people}::int) n`);
  await db.execute(sql`vacuum analyze`);
}
