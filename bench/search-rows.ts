import { eq, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/platform/db/database.ts';
import { searchKeyOf } from '#server/platform/db/search-key.ts';
import { users } from '#server/schema/people.ts';
import { makeTexts } from './search-texts.ts';

/** To be incremented with every change of the rows: kept databases are then made again. */
export const rowsVersion = 1;

/** Tables whose rows are counted by triggers. */
const counted = ['protocols', 'tasks'];

/** Owner of some protocols besides the secretary whose protocols are searched. */
const colleague = 'colleague';

/**
 * Adds `total` protocols of one secretary: each with a head, two questions with what was said, three decisions, two
 * tasks and a meeting; every fiftieth with a transcript of a hundred lines, every five hundredth with a verbatim record
 * of 60 kB in its agenda. Every fiftieth is a colleague's. The first third, from earlier years, is about a
 * reconstruction.
 */
export async function fillForSearch({ db }: Pick<Database, 'db'>, email: string, total: number): Promise<void> {
  const [secretary] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const id = secretary?.id;
  await db.insert(users).values({
    ...{ id: colleague, email: 'colleague@first.example.ru', role: 'secretary', name: 'Петрова Анна Андреевна' },
    searchKey: searchKeyOf('Петрова Анна Андреевна'),
  });
  // Indexes filled row by row take ten times as long as indexes built at once, and counters of so many rows hours.
  const indexes = await dropWordIndexes(db);
  for (const table of counted) await db.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
  const texts = makeTexts();
  const column = (name: keyof (typeof texts)[number]) => sql`${sql.param(texts.map((row) => row[name]))}`;
  // Texts are combined differently for each protocol: making as many texts as there are protocols takes minutes.
  await db.execute(sql`create table texts as select * from unnest(${column('n')}::int[], ${column('title')}::text[],
    ${column('said')}::text[], ${column('heard')}::text[], ${column('one')}::text[], ${column('two')}::text[],
    ${column('three')}::text[], ${column('line')}::text[]) as t(n, title, said, heard, one, two, three, line)`);
  await db.execute(sql`create table made as select i as n, case when i % 50 = 7 then ${colleague} else ${id}::text end as owner,
    a.title, b.heard, a.one, b.two,
    c.said || case when i % 500 = 9 then ' стенограмма ' || (select string_agg(line, ' ') from texts where texts.n % 2 = i / 500 % 2)
      else '' end as said,
    c.three || ' тема' || i || case when i <= ${total}::int / 3 then ' реконструкция' else '' end as three,
    timestamptz '2016-01-01' + i * interval '50 minutes' as made
    from generate_series(1, ${total}::int) i join texts a on a.n = i % 1000 join texts b on b.n = i / 7 % 1000
      join texts c on c.n = i / 91 % 1000 order by i`);
  await db.execute(sql`insert into protocols (id, owner_id, number_scope, number_year, number, title, held_at, agenda, search_key,
      decision_key, search_version, created_at)
    select 'protocol-' || n, owner, 'owner:' || owner, 2016, n::text, title, to_char(made, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      jsonb_build_array(
        jsonb_build_object('id', 'a' || n, 'title', one, 'listened', heard, 'decisions',
          jsonb_build_array(jsonb_build_object('id', 'd' || n, 'text', two), jsonb_build_object('id', 'e' || n, 'text', three))),
        jsonb_build_object('id', 'b' || n, 'title', two, 'discussion', said, 'decisions',
          jsonb_build_array(jsonb_build_object('id', 'f' || n, 'text', one)))),
      title || ' ' || n || ' ' || one || ' ' || two || ' ' || two || ' ' || three || ' ' || one || ' ' || heard || ' ' || said,
      two || ' ' || three || ' ' || one, 100, made from made order by n`);
  await db.execute(sql`insert into tasks (id, protocol_id, owner_id, status, title, search_key, assignee_id, due_at, created_at)
    select 'task-' || n || '-' || m, 'protocol-' || n, owner, (array['new', 'in_progress', 'done', 'done'])[n % 4 + 1],
      case m when 1 then three else two end, case m when 1 then three else two end || ' петрова анна андреевна ' || title,
      ${colleague}, to_char(made + interval '10 days', 'YYYY-MM-DD'), made
    from made cross join generate_series(1, 2) m order by n`);
  await db.execute(sql`insert into meetings (id, owner_id, title, start_at, end_at, search_key)
    select 'meeting-' || n, owner, title, made, made + interval '1 hour', title from made order by n`);
  await db.execute(sql`insert into transcripts (id, protocol_id, source) select 'transcript-' || n, 'protocol-' || n, 'track'
    from made where n % 50 = 0`);
  await db.execute(sql`insert into transcript_segments (transcript_id, id, start, "end", text)
    select 'transcript-' || made.n, 'line-' || m, m * 5, m * 5 + 4, line
    from made cross join generate_series(1, 100) m join texts on texts.n = (made.n / 50 * 37 + m * 11) % 1000
    where made.n % 50 = 0`);
  await db.execute(sql`update transcripts t set spoken = (
    select array_to_tsvector(array_agg(distinct word.lexeme) || array['=' || p.owner_id])
    from transcript_segments s cross join unnest(s.search) as word where s.transcript_id = t.id)
    from protocols p where p.id = t.protocol_id`);
  await db.execute(sql`drop table made, texts`);
  await db.execute(sql`insert into protocol_counts select owner_id, stage, count(*) from protocols group by 1, 2`);
  await db.execute(sql`insert into task_counts select owner_id, status, count(*) from tasks group by 1, 2`);
  for (const table of counted) await db.execute(sql`alter table ${sql.identifier(table)} enable trigger user`);
  for (const { indexdef } of indexes) await db.execute(sql.raw(indexdef));
  await db.execute(sql`vacuum analyze`);
}

async function dropWordIndexes(db: Db): Promise<{ indexdef: string }[]> {
  const query = sql`select indexname, indexdef from pg_indexes where indexdef like '%USING gin%'`;
  const { rows } = (await db.execute(query)) as unknown as { rows: { indexname: string; indexdef: string }[] };
  for (const { indexname } of rows) await db.execute(sql`drop index ${sql.identifier(indexname)}`);
  return rows;
}
