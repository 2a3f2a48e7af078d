import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './processes.ts';

/** Passes the folder of this run to all its processes; where it is not set, every server starts empty. */
const variable = 'TEST_DEMO_DATA';

/** Time limit for creating the demo on a busy machine, in milliseconds. */
const patience = 180_000;

/** Variables with which the demo differs from the copied one: its database, files, accounts and day. */
const ownDemo = ['DATABASE_URL', 'STORAGE_URL', 'DEMO', 'DEMO_PASSWORD', 'NODE_OPTIONS'];

/**
 * The global setup of Playwright, and of vitest by this name: a folder for the demo data of a run, gone at its end. `npm test`
 * names one for both.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env[variable]) return async () => undefined;
  const folder = await mkdtemp(join(tmpdir(), 'protokol-demo-'));
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Fills a data folder that is not there yet with the demo as it is after a first start. Seeding costs more than all that
 * most tests do with it, so the first who asks makes it for the whole run, and everybody copies that.
 * @param make starts and stops a server on an empty folder
 */
export async function copyDemoData(
  dataDir: string,
  env: Record<string, string>,
  make: (dataDir: string) => Promise<void>,
): Promise<void> {
  const run = process.env[variable];
  if (!run || existsSync(dataDir) || ownDemo.some((name) => name in env)) return;
  const [made, making] = [join(run, 'data'), join(run, 'making')];
  const ready = async () => {
    if (existsSync(made)) return true;
    // Only one process creates a folder; the others wait for the result.
    if (!(await isFirst(making))) return undefined;
    try {
      await make(join(making, 'data'));
      await rename(join(making, 'data'), made);
      return true;
    } catch (error) {
      await rm(making, { recursive: true });
      throw error;
    }
  };
  await until(ready, 'the demo data of this run', patience);
  await cp(made, dataDir, { recursive: true });
}

async function isFirst(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}
