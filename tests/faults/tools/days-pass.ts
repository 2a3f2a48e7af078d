import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerProcess } from '#tests/support/server-process.ts';
import type { CellRun } from '../cell-run.ts';

const clock = new URL('./clock-ahead.ts', import.meta.url).href;

/** Starts the server once more as if so many days had passed, so that it sweeps, and then again today. */
export async function letDaysPass({ server }: CellRun, days: number): Promise<void> {
  await server.stop();
  const later = await ServerProcess.start(server.dataDir, {
    NODE_OPTIONS: `--import=${clock}`,
    DAYS_AHEAD: String(days),
  });
  await later.stop();
  await server.start();
}

/** Files of uploads that are not complete. */
export async function partFiles({ server }: CellRun): Promise<string[]> {
  return (await readdir(join(server.dataDir, 'uploads'))).filter((name) => name.endsWith('.part'));
}
