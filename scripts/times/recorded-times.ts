// Where the processes of a test run write their times: lines of JSON, appended, so that no process waits for another.
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Times {
  /** Part of the tests: unit, app, api, e2e. */
  part: string;
  /** The test file, from the project's folder. */
  file: string;
  /** Milliseconds by activity. */
  ms: Record<string, number>;
}

/** Folder of this run's records; undefined without `--times`. */
const folder = process.env.TEST_TIMES;

/** Keeps a record for the table at the end of the run; without `npm test -- --times` nothing. */
export function recordTimes(times: Times): void {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(times)}\n`);
}

/** What was recorded since the folder was emptied. */
export function readTimes(): Times[] {
  if (!folder) throw new Error('TEST_TIMES names no folder');
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line));
}
