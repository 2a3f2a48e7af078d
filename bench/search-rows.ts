import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { hashPassword } from '#server/modules/identity/auth/password.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Words of offices in the forms in which they are written; every text is made of them. */
const words =
  `бюджет бюджета смету сметы ремонт ремонта договор договора подрядчик подрядчика поставка поставки оборудование
  согласовать утвердить подготовить представить отчёт отчёта план плана срок срока комиссия комиссии директор отдел отдела
  проверка проверки закупка закупки тендер тендера кровля кровли гимназия школа здание здания участок работы выполнены
  замечания устранить акт акта приёмка приёмки служба служебная записка письмо ответ направить заявка заявки финансирование
  средства остаток перенести график графика ответственный совещание заседание решение вопрос обсуждение предложение
  поручить контроль исполнение результат показатели квартал год месяц неделя сотрудники обучение охрана труда безопасность`
    .split(/\s+/)
    .map((word) => word.replaceAll('ё', 'е'));

/**
 * Fills a database with one secretary and that many protocols: each with a head, two questions with what was said, three
 * decisions, a task and a meeting; every hundredth with a transcript of fifty lines.
 */
export async function fillForSearch(
  { db }: Pick<Database, 'db'>,
  account: { email: string; password: string },
  total: number,
): Promise<string> {
  const id = uuidv7();
  const passwordHash = await hashPassword(account.password);
  await db.execute(sql`insert into users (id, email, role, name, search_key, password_hash)
    values (${id}, ${account.email}, 'secretary', 'Петрова Анна Андреевна', 'петрова анна андреевна', ${passwordHash})`);
  const pool = sql`${sql.param(words)}::text[]`;
  const text = (seed: number, count: number) => sql`(select string_agg(
    (${pool})[((n * 31 + ${seed} + k * (7 + n % 13)) % ${words.length}) + 1], ' ') from generate_series(1, ${count}::int) k)`;
  // A thousand texts of each kind, in other pairs each time: to make as many as there are protocols takes minutes.
  await db.execute(sql`create table texts as select n, ${text(1, 6)} as title, ${text(2, 40)} as said, ${text(3, 40)} as heard,
    ${text(4, 12)} as one, ${text(5, 10)} as two, ${text(6, 14)} as three from generate_series(0, 999) n`);
  await db.execute(sql`create table made as select i as n, a.title, b.said, c.heard, a.one, b.two, c.three || ' тема' || i as three,
    timestamptz '2016-01-01' + i * interval '50 minutes' as made
    from generate_series(1, ${total}::int) i join texts a on a.n = i % 1000 join texts b on b.n = i / 7 % 1000
      join texts c on c.n = i / 91 % 1000`);
  await db.execute(sql`insert into protocols (id, owner_id, number_scope, number_year, number, title, held_at, agenda, search_key,
      decision_key, search_version, created_at)
    select 'protocol-' || n, ${id}, 'owner:' || ${id}, 2016, n::text, title, to_char(made, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      jsonb_build_array(
        jsonb_build_object('id', 'a' || n, 'title', one, 'listened', heard, 'decisions',
          jsonb_build_array(jsonb_build_object('id', 'd' || n, 'text', two), jsonb_build_object('id', 'e' || n, 'text', three))),
        jsonb_build_object('id', 'b' || n, 'title', two, 'discussion', said, 'decisions',
          jsonb_build_array(jsonb_build_object('id', 'f' || n, 'text', one)))),
      title || ' ' || n || ' ' || one || ' ' || two || ' ' || two || ' ' || three || ' ' || one || ' ' || heard || ' ' || said,
      two || ' ' || three || ' ' || one, 100, made from made`);
  await db.execute(sql`insert into tasks (id, protocol_id, owner_id, status, title, search_key, assignee_id, due_at, created_at)
    select 'task-' || n, 'protocol-' || n, ${id}, 'new', three, three || ' петрова анна андреевна ' || title, ${id}, '2026-03-01', made
    from made`);
  await db.execute(sql`insert into meetings (id, owner_id, title, start_at, end_at, search_key)
    select 'meeting-' || n, ${id}, title, made, made + interval '1 hour', title from made`);
  await db.execute(sql`insert into transcripts (id, protocol_id, source) select 'transcript-' || n, 'protocol-' || n, 'track'
    from made where n % 100 = 0`);
  await db.execute(sql`insert into transcript_segments (transcript_id, id, start, "end", text)
    select 'transcript-' || n, 'line-' || m, m * 5, m * 5 + 4, ${text(7, 8)} || ' ' || (${pool})[(n + m) % ${words.length} + 1]
    from made cross join generate_series(1, 50) m where n % 100 = 0`);
  await db.execute(sql`update transcripts t set spoken = (
    select array_to_tsvector(array_agg(distinct word.lexeme) || array['=' || ${id}::text])
    from transcript_segments s cross join unnest(s.search) as word where s.transcript_id = t.id)`);
  await db.execute(sql`drop table made, texts`);
  await db.execute(sql`vacuum analyze`);
  return id;
}
