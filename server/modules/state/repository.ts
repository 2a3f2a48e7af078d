import { eq, sql } from 'drizzle-orm';
import { processingSteps } from '#contract/recordings/processing.ts';
import type { ServerState, TestResult } from '#contract/state/state.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { settings } from '#server/schema/service.ts';

/** Returns the size of the whole database, in bytes. */
export async function databaseSize({ db }: Database): Promise<number> {
  const asked = sql`select pg_database_size(current_database()) as size`;
  const { rows } = (await db.execute(asked)) as unknown as { rows: { size: string }[] };
  return Number(rows[0]?.size ?? 0);
}

/** Returns the longest time that each step of processing took, among the recordings processed since. */
export async function measuredSteps(db: Db, since: Date) {
  const day = sql`${since.toISOString()}::timestamptz`;
  const asked = sql`
    select each->>'step' as step, max((each->>'seconds')::float8) as seconds, max((each->>'memory')::float8) as memory
    from (
      select processing from protocols where updated_at > ${day}
      union all
      select processing from recording_parts where updated_at > ${day}
    ) as recorded, jsonb_array_elements(processing) as each
    where each->>'memory' is not null
    group by 1`;
  const { rows } = (await db.execute(asked)) as unknown as {
    rows: { step: string; seconds: number; memory: number }[];
  };
  return processingSteps.flatMap((name) => rows.filter(({ step }) => step === name));
}

export async function findEmail(db: Db, id: string): Promise<string> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return row?.email ?? '';
}

/** State of the model as reported by a server with jobs, and the result of its last test. */
export type SpeechReport = { state: ServerState['speech']; id?: string; result?: TestResult };

const reportName = 'speech-said';

export async function findSpeechReport(db: Db): Promise<SpeechReport | undefined> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, reportName));
  return row?.value as SpeechReport | undefined;
}

export async function keepSpeechReport(db: Db, value: SpeechReport): Promise<void> {
  const set = { value: sql`${settings.value} || excluded.value`, updatedAt: sql`now()` };
  await db.insert(settings).values({ name: reportName, value }).onConflictDoUpdate({ target: settings.name, set });
}
