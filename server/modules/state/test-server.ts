import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { type TestResult, testMs } from '#contract/state/state.ts';
import type { Database } from '#server/platform/db/index.ts';
import { isJobDone, type Jobs } from '#server/platform/jobs/index.ts';
import { findLastBackup } from '#server/platform/storage/index.ts';
import type { StateServices } from './read-state.ts';

const worked = (words: string): TestResult => ({ works: true, words });
const failed = (words: string): TestResult => ({ works: false, words });

/** Writes a file to the disk of the data folder, past its cache, and reads it. */
export async function testDisk({ config }: Pick<StateServices, 'config'>): Promise<TestResult> {
  const folder = join(config.dataDir, 'work');
  const path = join(folder, `test-${uuidv7()}`);
  const written = randomBytes(1024 * 1024);
  try {
    await mkdir(folder, { recursive: true });
    const file = await open(path, 'wx');
    try {
      await file.writeFile(written);
      await file.sync();
    } finally {
      await file.close();
    }
    return (await readFile(path)).equals(written)
      ? worked('Файл записан на диск, прочитан и удалён.')
      : failed('Диск вернул не то, что на него записано.');
  } catch (error) {
    return failed(`Диск не принял файл: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

const queue = 'test-jobs';
const once = { limit: 0, firstPauseSeconds: 0, longestPauseSeconds: 0 };
const lookMs = 200;

/** Returns a function that has a job done, by whichever server takes it; call this before `jobs.start`. */
export function jobTest({ database: { db }, jobs }: { database: Database; jobs: Jobs }): () => Promise<TestResult> {
  jobs.handle(queue, async () => undefined, once);
  return async () => {
    const key = uuidv7();
    await jobs.send(queue, key, {});
    for (const end = performance.now() + testMs; performance.now() < end; await setTimeout(lookMs)) {
      if (await isJobDone(db, queue, key)) return worked('Проверочное задание поставлено в очередь и выполнено.');
    }
    return failed(
      'Проверочное задание не выполнено за 40 секунд: сервер, который выполняет задания, занят или не запущен.',
    );
  };
}

/** Age in days beyond which a backup is too old to rely on. */
const maxDays = 7;
const dayMs = 24 * 3600 * 1000;

/** Looks for the last backup made on this machine, and tells its age. */
export async function testBackup({ config, clock }: Pick<StateServices, 'config' | 'clock'>): Promise<TestResult> {
  const last = await findLastBackup(config.dataDir);
  if (!last) return failed('На этом компьютере резервных копий ещё не делали.');
  const days = Math.floor((clock().getTime() - Date.parse(last.at)) / dayMs);
  const age = days < 1 ? 'меньше суток назад' : `дней назад: ${days}`;
  // Elsewhere, as in a bucket, only whoever has the keys can look.
  if (isAbsolute(last.place) && !(await stat(last.place).catch(() => undefined)))
    return failed(`Последней копии (${age}) в ${last.place} больше нет.`);
  if (days > maxDays) return failed(`Последняя копия слишком старая, ${age}: сделайте новую.`);
  return worked(`Последняя копия сделана ${days < 1 ? age : `(${age})`} и лежит в ${last.place}.`);
}
