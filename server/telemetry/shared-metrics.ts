import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '#server/platform/db/index.ts';
import { countQueues, untilAborted } from '#server/platform/jobs/index.ts';
import { countUploads } from './figures-repository.ts';

/** Readers of the metrics do not wait longer for a database that does not answer. */
const answerMs = 3_000;
const recentMs = 24 * 3600 * 1000;

/** Reads for each reader anew: the disk, and what the database knows of the jobs and uploads of all servers. */
export function readFigures(
  register: Registry,
  db: Db,
  dataDir: string,
  clock: () => Date,
  patienceMs = answerMs,
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `protokol_${name}`, help, labelNames, registers: [register] });
  const isUp = gauge('database_up', '1 where the database answered just now');
  const jobs = gauge('queue_jobs', 'Jobs of all servers; failed: within a day', ['queue', 'state']);
  const jobAge = gauge('queue_age_seconds', 'For how long the oldest has been due, run or failed', ['queue', 'state']);
  const uploads = gauge('uploads', 'Uploads that have not ended, of all servers', ['state']);
  const uploadAge = gauge('upload_age_seconds', 'Since when the oldest is on its way', ['state']);
  const silence = gauge('upload_silence_seconds', 'How long the most silent one has had no news', ['state']);
  const disk = gauge('disk_bytes', 'The disk of DATA_DIR', ['state']);

  const ask = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(patienceMs)}, true)`);
      const queues = await countQueues(tx, new Date(clock().getTime() - recentMs));
      return { queues, states: await countUploads(tx) };
    });
  let asked: ReturnType<typeof ask> | undefined;

  async function readDatabase(): Promise<void> {
    // A query goes on after its reader was answered, and later readers share it: queries to a slow database must not
    // use up the connections for calls.
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    const { queues, states } = await untilAborted(asked, AbortSignal.timeout(patienceMs));
    for (const { state, count, age, ...one } of queues) {
      jobs.set({ queue: one.queue, state }, count);
      jobAge.set({ queue: one.queue, state }, age);
    }
    for (const { state, count, age, silence: silent } of states) {
      uploads.set({ state }, count);
      uploadAge.set({ state }, age);
      silence.set({ state }, silent);
    }
  }

  return async () => {
    // Reset, so that no old figure remains of what is gone or cannot be read.
    for (const each of [jobs, jobAge, uploads, uploadAge, silence]) each.reset();
    const up = await readDatabase().then(
      () => 1,
      () => 0,
    );
    isUp.set(up);
    const { bavail, blocks, bsize } = await statfs(dataDir);
    disk.set({ state: 'free' }, bavail * bsize);
    disk.set({ state: 'total' }, blocks * bsize);
  };
}
