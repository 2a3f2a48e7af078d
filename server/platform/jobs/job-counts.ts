import { sql } from 'drizzle-orm';
import { countedRows, type Db, offsetOf, type Paging, pageMetaBy } from '#server/platform/db/index.ts';

type JobCounts = { waiting: number; running: number; failed: number };

/** How many jobs there are in all queues; `failed`: given up after this moment. */
export async function countJobs(db: Db, since: Date): Promise<JobCounts> {
  const counted = sql`
    select
      count(*) filter (where state in ('created', 'retry')) as waiting,
      count(*) filter (where state = 'active') as running,
      count(*) filter (where state = 'failed' and completed_on > ${since.toISOString()}::timestamptz) as failed
    from jobs.job`;
  const { rows } = (await db.execute(counted)) as unknown as { rows: Record<keyof JobCounts, string>[] };
  const [row] = rows;
  return { waiting: Number(row?.waiting ?? 0), running: Number(row?.running ?? 0), failed: Number(row?.failed ?? 0) };
}

/** Whether the job sent under this key was done. */
export async function isJobDone(db: Db, queue: string, key: string): Promise<boolean> {
  const asked = sql`select 1 from jobs.job where name = ${queue} and singleton_key = ${key} and state = 'completed'`;
  const { rows } = (await db.execute(asked)) as unknown as { rows: unknown[] };
  return rows.length > 0;
}

/** Jobs of a queue in one state; `age` is the number of seconds since the oldest became due, was started, or failed. */
export type QueueCount = { queue: string; state: 'waiting' | 'running' | 'failed'; count: number; age: number };

/** Counts what waits and runs in each queue, and what was given up after `since`. */
export async function countQueues(db: Db, since: Date): Promise<QueueCount[]> {
  const counted = sql`
    select name as queue,
      case when state = 'active' then 'running' when state = 'failed' then 'failed' else 'waiting' end as state,
      count(*)::int as count,
      greatest(0, extract(epoch from now() - min(
        case state when 'active' then started_on when 'failed' then completed_on else start_after end
      )))::float8 as age
    from jobs.job
    where state in ('created', 'retry', 'active')
      or (state = 'failed' and completed_on > ${since.toISOString()}::timestamptz)
    group by 1, 2`;
  const { rows } = (await db.execute(counted)) as unknown as { rows: QueueCount[] };
  return rows;
}

type ListQuery = Paging & { state: 'waiting' | 'running' | 'failed'; since: Date };
type JobRow = { id: string; queue: string; at: string; words: string | null; all: number };

/** A page of the jobs that `countJobs` counts, the newest first, with what the last failure of each said. */
export async function listJobs(db: Db, { state, since, ...paging }: ListQuery) {
  const counted = {
    waiting: sql`state in ('created', 'retry')`,
    running: sql`state = 'active'`,
    failed: sql`state = 'failed' and completed_on > ${since.toISOString()}::timestamptz`,
  }[state];
  const at = { waiting: sql`created_on`, running: sql`started_on`, failed: sql`completed_on` }[state];
  const { rows } = (await db.execute(sql`
    select id, name as queue, to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      left(output ->> 'message', 500) as words, count(*) over ()::int as all
    from jobs.job where ${counted} order by ${at} desc, id limit ${paging.limit} offset ${offsetOf(paging)}
  `)) as unknown as { rows: JobRow[] };
  const count = async () =>
    (
      (await db.execute(sql`select ${countedRows} as all from jobs.job where ${counted}`)) as unknown as {
        rows: JobRow[];
      }
    ).rows;
  return { rows: rows.map(({ all: _all, ...job }) => job), meta: await pageMetaBy(paging, rows, count) };
}
