import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { noticeRuns } from '#server/schema/notices.ts';

type Run = 'reminders' | 'week';

/**
 * Records the run of a day and returns whether this caller is the first. A concurrent caller waits for the first
 * transaction, and takes the run if that one is rolled back.
 */
export async function takeRun(db: Db, name: Run, day: string, now: Date): Promise<boolean> {
  const rows = await db
    .insert(noticeRuns)
    .values({ name, day, createdAt: now })
    .onConflictDoNothing()
    .returning({ day: noticeRuns.day });
  return rows.length > 0;
}

export async function hasRun(db: Db, name: Run, day: string): Promise<boolean> {
  return (await db.$count(noticeRuns, and(eq(noticeRuns.name, name), eq(noticeRuns.day, day)))) > 0;
}

/** Deletes runs older than 400 days. */
export async function sweepRuns(db: Db, now: Date): Promise<void> {
  await db
    .delete(noticeRuns)
    .where(sql`${noticeRuns.createdAt} < ${now.toISOString()}::timestamptz - interval '400 days'`);
}
