import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';

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
