import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { noticeRuns } from '#server/schema/notices.ts';

type Run = 'reminders' | 'week';

/**
 * Takes a run of a day, once: whoever comes second waits for the transaction of the first, and takes it where that came to
 * nothing.
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

/** Forgets runs of long ago. */
export async function sweepRuns(db: Db, now: Date): Promise<void> {
  await db
    .delete(noticeRuns)
    .where(sql`${noticeRuns.createdAt} < ${now.toISOString()}::timestamptz - interval '400 days'`);
}
